import { whyHeld } from './describe-server.ts'
import type { NeededPermission } from './permission.ts'
import { type AccountRights, permits } from './rights.ts'
import { missingPermissionOfServer } from './server-keys.ts'
import type { ServerView } from './server-schema.ts'
import type { WithKeys, WithPanels } from './slices.ts'

type Needs = {
  /** Null where any key may. */
  readonly view: NeededPermission | null
  readonly change: NeededPermission
  /** Begins the sentence that says so where it needs all of them; `it needs` by default. */
  readonly needs?: string
  readonly notHere?: string
}

/** The client API document names no single permission for these. */
const all = { view: 'all', change: 'all' } as const satisfies Needs

/**
 * What a key needs to see an area of a server, and to change what is in it. The main process chooses the key by it, the
 * window says by it why something is not offered, the command line which key to take.
 */
export const areaNeeds = {
  backups: { view: 'backups-view', change: 'backups-full' },
  schedules: { ...all, needs: 'schedules need' },
  files: { view: 'files-read', change: 'files-write' },
  databases: { view: 'databases-view', change: 'databases-full' },
  startup: all,
  network: all,
  users: { ...all, needs: 'users need' },
  activity: { ...all, needs: 'the panel’s activity needs', notHere: 'this panel doesn’t tell its activity' },
  settings: { view: null, change: 'settings' },
} as const satisfies Record<string, Needs>

/** An area that the panel keeps, and that is read when somebody looks. */
export type PanelArea = keyof typeof areaNeeds

/** Why an area can't be seen, in a few words; null where it can. Takes unix milliseconds. */
export function whyNotSeen(
  state: WithKeys & WithPanels,
  server: ServerView,
  area: PanelArea,
  now: number,
): string | null {
  const { view, needs = 'it needs', notHere = 'not on this panel' }: Needs = areaNeeds[area]
  if (state.panels[server.panelId]?.dialect !== 'pterodactyl') return notHere
  const missing = view && missingPermissionOfServer(state, server, view, now)
  if (missing === null) return null
  if (view === 'all') return `${needs} a key with all permissions`
  return `${missing.reason.startsWith('keys') ? 'these' : 'this'} ${missing.reason}`
}

/** Why nothing in an area can be changed now, in a few words; null where it can. Takes unix milliseconds. */
export const whyNotChanged = (state: WithKeys, server: ServerView, area: PanelArea, now: number): string | null =>
  missingPermissionOfServer(state, server, areaNeeds[area].change, now)?.reason ?? whyHeld(server)

/**
 * The acts that an account may not do, by the panel's own word. The two kinds of panels spell some rights in two ways.
 * @param account what it may, null where the panel does not tell, which denies nothing
 * @param subject what the rights are about, in the panel's own name: `database`
 */
export const deniedActs = <Act extends string>(account: AccountRights, subject: string, acts: readonly Act[]): Act[] =>
  acts.filter(
    (act) => !permits(account, `${subject}.${act}`) && !permits(account, `${subject}.${act.replace('-', '_')}`),
  )
