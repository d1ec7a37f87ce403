import type { ServerView } from '../../../shared/model/server-schema.ts'
import { PanelSchedulesArea } from '../../features/panel-schedules/PanelSchedulesArea.tsx'
import { PlannedRows } from '../../features/schedules/PlannedRows.tsx'

/** What repeats for a server: the schedules of its panel, and the restarts that this app plans. */
export function SchedulesArea({ server }: { server: ServerView }) {
  return <PanelSchedulesArea server={server} here={<PlannedRows serverRef={server.ref} />} />
}
