import type { ServerView } from '../../../shared/model/server-schema.ts'
import { AreaGroup } from '../../parts/area/AreaGroup.tsx'
import { AreaPage } from '../../parts/area/AreaPage.tsx'
import { AreaList } from '../../parts/area/AreaRows.tsx'
import { whyDenied } from '../../parts/area/area-words.ts'
import { PanelScheduleRow } from './PanelScheduleRow.tsx'
import { factTexts } from './schedule-text.ts'
import { useSchedules } from './use-schedules.tsx'

const columns = [
  { name: 'Name and times' },
  { name: 'Next and last run', holds: 'state' },
  { name: 'State', holds: 'amount' },
  { name: 'Actions', holds: 'menu' },
] as const

const none = {
  title: 'No schedules on the panel',
  text: 'Make one: at its times it sends commands, backs up or restarts the server.',
}

/**
 * The schedules that a server's panel keeps, read while they are looked at.
 * @param here what this computer does by itself, below them
 */
export function PanelSchedulesArea({ server, here }: { server: ServerView; here: React.ReactNode }) {
  const { area, zone, isOpen, on } = useSchedules(server)
  const { now } = area
  return (
    <AreaPage
      area={area}
      label="Schedules"
      fact={({ schedules }) => factTexts(schedules, now)}
      action={{
        label: 'New schedule…',
        why: ({ denied }) => whyDenied('create', denied),
        onClick: () => on.edit(null),
      }}
      after={here}
    >
      {({ schedules, leftOut, denied }) => (
        <>
          <AreaGroup name="On the panel" more="also while this computer is off" />
          <AreaList
            label="Schedules on the panel"
            columns={columns}
            rows={schedules}
            empty={none}
            leftOut={leftOut}
            foot={zone}
          >
            {(schedule) => (
              <PanelScheduleRow
                key={schedule.id}
                schedule={schedule}
                denied={denied}
                isOpen={isOpen(schedule)}
                now={now}
                on={on}
              />
            )}
          </AreaList>
        </>
      )}
    </AreaPage>
  )
}
