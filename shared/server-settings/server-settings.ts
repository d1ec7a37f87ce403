import type { ServerSettingsAct } from './contract.ts'

/** What a panel may keep an account from doing to a server's settings. */
export const serverSettingsActs = ['rename', 'describe', 'reinstall'] as const

/**
 * The acts that an account may not do.
 * @param permits whether the account has a right, by the panel's own name
 * @param describesApart true on the kind of panel that has a right of its own for descriptions
 */
export function deniedSettingsActs(permits: (name: string) => boolean, describesApart: boolean): ServerSettingsAct[] {
  const names = {
    rename: 'settings.rename',
    describe: describesApart ? 'settings.description' : 'settings.rename',
    reinstall: 'settings.reinstall',
  } as const
  return serverSettingsActs.filter((act) => !permits(names[act]))
}

/** Panels take no longer names than this; one of them a few more. */
export const maxServerNameLength = 191
/** Maximum number of characters of a description that are read and sent; panels name no limit. */
export const maxDescriptionLength = 1_000
