import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { PanelSchedulesOfServer } from '../../../shared/model/panel-schedule.ts'
import { useClient } from '../../state/hooks.ts'
import { type Query, useAsked } from '../../state/queries.ts'

/** How long after an answer the list is read again while it is looked at, in milliseconds. */
const everyMs = 120_000
/** The same while one of them runs, since nothing else tells of its end. */
const runningEveryMs = 20_000

/** The panel's own schedules of a server, read while the caller is shown. */
export function usePanelSchedules(ref: ServerRef): Query<PanelSchedulesOfServer> {
  const { call } = useClient().bridge
  return useAsked(
    ['panelSchedules', ref],
    () => call('panelSchedules:list', { ref }),
    (value) => (value?.schedules.some(({ isProcessing }) => isProcessing) ? runningEveryMs : everyMs),
  )
}
