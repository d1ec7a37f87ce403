import { type AccountRights, deniedActs } from '../keys/rights.ts'
import type { ServerSettingsAct } from './contract.ts'

/** What a panel may keep an account from doing to a server's settings. */
export const serverSettingsActs = ['rename', 'describe', 'reinstall'] as const

/**
 * The acts that an account may not do.
 * @param describesApart true on the kind of panel that has a right of its own for descriptions
 */
export const deniedSettingsActs = (account: AccountRights, describesApart: boolean): ServerSettingsAct[] =>
  deniedActs(account, 'settings', serverSettingsActs, { describe: describesApart ? 'description' : 'rename' })

/** Panels take no longer names than this; one of them a few more. */
export const maxServerNameLength = 191
/** Maximum number of characters of a description that are read and sent; panels name no limit. */
export const maxDescriptionLength = 1_000
