import { useState } from 'react'
import type { ScheduleView } from '../../../shared/model/restart.ts'
import { maxSchedules } from '../../../shared/model/restart-choices.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { Empty } from '../../ui/Empty.tsx'
import pageStyles from '../../ui/Page.module.css'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'
import { PanelCanDoIt } from './PanelCanDoIt.tsx'
import { ScheduleCard } from './ScheduleCard.tsx'
import { ScheduleForm } from './ScheduleForm.tsx'
import { timesText } from './schedule-words.ts'

type Asked = { readonly kind: 'add' } | { readonly kind: 'edit' | 'remove'; readonly schedule: ScheduleView }

/** The page of repeating restarts. */
export function SchedulesPage() {
  const { bridge, run } = useClient()
  const byId = useAppState((state) => state.schedules)
  const schedules = Object.values(byId)
  const [asked, setAsked] = useState<Asked | null>(null)
  const now = useNow(15_000)
  const focus = useKeepFocus<HTMLElement>()
  const close = () => setAsked(null)
  const isFull = schedules.length >= maxSchedules
  return (
    <main className={pageStyles.page} tabIndex={-1} {...focus}>
      <header className={pageStyles.head}>
        <div>
          <h1>Planned restarts</h1>
          <p className={pageStyles.lead}>
            Repeating restarts that warn players. They run only while Servertray is open; one that comes due while it is
            closed is shown as missed and not run late.
          </p>
        </div>
        {schedules.length > 0 && (
          <div className={pageStyles.actions}>
            <Button
              look="go"
              aria-disabled={isFull}
              title={isFull ? 'The list is full. Remove some that you no longer need.' : undefined}
              onClick={() => !isFull && setAsked({ kind: 'add' })}
            >
              Add a planned restart
            </Button>
          </div>
        )}
      </header>
      <PanelCanDoIt />
      {schedules.length === 0 && (
        <Empty
          title="No planned restarts"
          text="Choose servers, days and a time. Players are warned before each restart."
        >
          <Button look="go" onClick={() => setAsked({ kind: 'add' })}>
            Add a planned restart
          </Button>
        </Empty>
      )}
      <ul className={pageStyles.cards}>
        {schedules.map((schedule) => (
          <ScheduleCard
            key={schedule.id}
            schedule={schedule}
            now={now}
            onEdit={() => setAsked({ kind: 'edit', schedule })}
            onRemove={() => setAsked({ kind: 'remove', schedule })}
          />
        ))}
      </ul>
      {asked?.kind === 'add' && <ScheduleForm schedule={null} onClose={close} />}
      {asked?.kind === 'edit' && <ScheduleForm schedule={asked.schedule} onClose={close} />}
      {asked?.kind === 'remove' && (
        <Question
          title="Remove this planned restart?"
          text={`${timesText(asked.schedule)}. A countdown that has begun continues.`}
          yes="Remove"
          look="bad"
          onYes={() => {
            close()
            void run(() => bridge.call['schedules:remove']({ id: asked.schedule.id }))
          }}
          onClose={close}
        />
      )}
    </main>
  )
}
