import type { RememberedArea } from './area-schema.ts'
import type { ServerRef } from './identifier.ts'

/** The areas of a server's view, in their order. */
export const areaIds = [
  'console',
  'live',
  'backups',
  'schedules',
  'files',
  'databases',
  'startup',
  'network',
  'users',
  'activity',
  'settings',
] as const
export type AreaId = (typeof areaIds)[number]

/** The area that is shown where nothing else was chosen. */
export const firstArea: AreaId = 'console'

/** What is shown below the list as well; any other area takes the list's place. */
export const peekAreas: readonly AreaId[] = ['console', 'live']
/** Maximum number of servers whose areas are remembered: those chosen last. */
export const maxRememberedAreas = 200

/** The area remembered of a server. */
export const rememberedArea = (areas: readonly RememberedArea[], ref: ServerRef): AreaId =>
  areas.find((one) => one.ref === ref)?.area ?? firstArea

/** The remembered areas after a choice, the newest last. The first area is what comes by itself, so it is not kept. */
export function withArea(areas: readonly RememberedArea[], ref: ServerRef, area: AreaId): RememberedArea[] {
  const others = areas.filter((one) => one.ref !== ref)
  return area === firstArea ? others : [...others, { ref, area }].slice(-maxRememberedAreas)
}
