import type { ComponentType } from 'react'
import { whyNotAllowed } from '../../../shared/keys/allowed.ts'
import type { PanelArea } from '../../../shared/keys/rights.ts'
import { type AreaId, peekAreas } from '../../../shared/model/area.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { ConsolePane } from '../../features/console/ConsolePane.tsx'
import type { ConsoleTools } from '../../features/console/ToolBar.tsx'
import { ToolBar } from '../../features/console/ToolBar.tsx'
import { lazy } from '../../ui/lazy.tsx'

/** What every area is given; most use the server alone. */
export type AreaProps = {
  server: ServerView
  tools: ConsoleTools
  /** What the notice above the areas says, so that none repeats it. */
  told: string
}

export type Area = {
  readonly id: AreaId
  readonly Component: ComponentType<AreaProps>
  /** Its controls, at the end of the row of areas. */
  readonly Tools?: ComponentType<{ server: ServerView; tools: ConsoleTools; alone: boolean }>
  /** Why this panel or key does not have it, in a few words; null where it does. */
  readonly whyNot?: (state: AppState, server: ServerView) => string | null
}

/** One that is loaded when it is first opened, and that a key may lack. */
const area = (id: AreaId & PanelArea, load: () => Promise<ComponentType<AreaProps>>): Area => ({
  id,
  Component: lazy(load),
  whyNot: (state, server) => whyNotAllowed(state, server, id, 'view', Date.now()),
})

/** The areas of a server's view, in their order. The console's field takes keys at once, so it is not loaded late. */
export const areas: readonly Area[] = [
  { id: 'console', Component: ConsolePane, Tools: ToolBar },
  {
    id: 'live',
    Component: lazy(async () => (await import('../../features/servers/LiveView.tsx')).LiveView),
    whyNot: ({ panels }, { panelId, resources }) =>
      panels[panelId]?.dialect === 'core' && resources === null ? 'this panel doesn’t report load' : null,
  },
  area('backups', async () => (await import('../../features/backups/BackupsArea.tsx')).BackupsArea),
  area('schedules', async () => (await import('./SchedulesArea.tsx')).SchedulesArea),
  area('files', async () => (await import('../../features/files/FilesArea.tsx')).FilesArea),
  area('databases', async () => (await import('../../features/databases/DatabasesArea.tsx')).DatabasesArea),
  area('startup', async () => (await import('../../features/startup/StartupArea.tsx')).StartupArea),
  area('network', async () => (await import('../../features/allocations/NetworkArea.tsx')).NetworkArea),
  area('users', async () => (await import('../../features/users/UsersArea.tsx')).UsersArea),
  {
    id: 'activity',
    Component: lazy(async () => (await import('../../features/activity/ServerActivity.tsx')).ServerActivity),
  },
  area(
    'settings',
    async () => (await import('../../features/server-settings/ServerSettingsArea.tsx')).ServerSettingsArea,
  ),
]

/** An area with why it cannot be opened, or null. */
export type AreaChoice = Pick<Area, 'id'> & { readonly name: string; readonly why: string | null }

/** The area to show: the wanted one, otherwise the first that can be shown. */
export function areaToShow(choices: readonly AreaChoice[], wanted: AreaId, isPeek: boolean): AreaId {
  const can = choices.filter(({ id, why }) => why === null && (!isPeek || peekAreas.includes(id)))
  return (can.find(({ id }) => id === wanted) ?? can[0])?.id ?? 'console'
}
