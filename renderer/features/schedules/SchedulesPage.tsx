import type { HandedView } from '../../../shared/model/handed.ts'
import { maxSchedules } from '../../../shared/model/restart-choices.ts'
import { useAppState, useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import pageStyles from '../../ui/Page.module.css'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'
import { usePageFocus } from '../../ui/use-page-focus.ts'
import { HandedCard } from './HandedCard.tsx'
import { PanelCanDoIt } from './PanelCanDoIt.tsx'
import { ScheduleCard } from './ScheduleCard.tsx'
import { usePlanned } from './use-planned.tsx'

/** The page of repeating restarts. */
export function SchedulesPage() {
  const byId = useAppState((state) => state.schedules)
  const handovers = useAppState((state) => state.handovers)
  const schedules = Object.values(byId)
  // Those that panels have stand in their places; at the end those whose own copy is gone.
  const lost = Object.values(handovers).filter(({ id }) => byId[id] === undefined)
  const planned = usePlanned()
  const now = useNow(15_000)
  const focus = useKeepFocus<HTMLElement>()
  usePageFocus()
  const cardOf = (handed: HandedView) => (
    <HandedCard
      key={handed.id}
      handed={handed}
      onTakeBack={() => planned.ask({ kind: 'take-back', handed })}
      onForget={() => planned.ask({ kind: 'forget', handed })}
    />
  )
  const isFull = schedules.length >= maxSchedules
  return (
    <main className={pageStyles.page} tabIndex={-1} {...focus}>
      <header className={pageStyles.head}>
        <div>
          <h1>Planned restarts</h1>
          <p className={pageStyles.lead}>
            Repeating restarts that warn players. They run only while Servertray is open; one that comes due while it is
            closed is shown as missed and not run late. Those handed to the panel run also while this computer is off.
          </p>
        </div>
        {schedules.length > 0 && (
          <div className={pageStyles.actions}>
            <Button
              look="go"
              aria-disabled={isFull}
              title={isFull ? 'The list is full. Remove some that you no longer need.' : undefined}
              onClick={() => !isFull && planned.ask({ kind: 'add' })}
            >
              Add a planned restart
            </Button>
          </div>
        )}
      </header>
      <PanelCanDoIt />
      {planned.notice}
      {schedules.length === 0 && lost.length === 0 && (
        <Empty
          title="No planned restarts"
          text="Choose servers, days and a time. Players are warned before each restart."
        >
          <Button look="go" onClick={() => planned.ask({ kind: 'add' })}>
            Add a planned restart
          </Button>
        </Empty>
      )}
      <ul className={pageStyles.cards}>
        {schedules.map((schedule) => {
          const handed = handovers[schedule.id]
          return handed === undefined ? (
            <ScheduleCard
              key={schedule.id}
              schedule={schedule}
              now={now}
              onEdit={() => planned.ask({ kind: 'edit', schedule })}
              onHandOver={() => planned.ask({ kind: 'hand-over', schedule })}
              onRemove={() => planned.ask({ kind: 'remove', schedule })}
            />
          ) : (
            cardOf(handed)
          )
        })}
        {lost.map(cardOf)}
      </ul>
      {planned.dialog}
    </main>
  )
}
