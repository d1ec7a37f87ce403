import { useState } from 'react'
import type { HandedView } from '../../../shared/model/handed.ts'
import type { ScheduleView } from '../../../shared/model/restart.ts'
import { maxSchedules } from '../../../shared/model/restart-choices.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Notice } from '../../ui/Notice.tsx'
import pageStyles from '../../ui/Page.module.css'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'
import { usePageFocus } from '../../ui/use-page-focus.ts'
import { HandedCard } from './HandedCard.tsx'
import { HandoverDialog } from './HandoverDialog.tsx'
import { PanelCanDoIt } from './PanelCanDoIt.tsx'
import { ScheduleCard } from './ScheduleCard.tsx'
import { ScheduleForm } from './ScheduleForm.tsx'
import { namesText, timesText } from './schedule-words.ts'

type Asked =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'remove' | 'hand-over'; readonly schedule: ScheduleView }
  | { readonly kind: 'take-back' | 'forget'; readonly handed: HandedView }

/** The page of repeating restarts. */
export function SchedulesPage() {
  const { bridge, run } = useClient()
  const byId = useAppState((state) => state.schedules)
  const handovers = useAppState((state) => state.handovers)
  const schedules = Object.values(byId)
  // Those that panels have stand in their places; at the end those whose own copy is gone.
  const lost = Object.values(handovers).filter(({ id }) => byId[id] === undefined)
  const [leftPaused, setLeftPaused] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<Asked | null>(null)
  const now = useNow(15_000)
  const focus = useKeepFocus<HTMLElement>()
  usePageFocus()
  const close = () => setAsked(null)
  const cardOf = (handed: HandedView) => (
    <HandedCard
      key={handed.id}
      handed={handed}
      onTakeBack={() => setAsked({ kind: 'take-back', handed })}
      onForget={() => setAsked({ kind: 'forget', handed })}
    />
  )
  async function takeBack(id: string) {
    const result = await bridge.call['handovers:takeBack']({ id })
    if (result.ok) setLeftPaused(result.value.leftPaused)
    return result
  }
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
              onClick={() => !isFull && setAsked({ kind: 'add' })}
            >
              Add a planned restart
            </Button>
          </div>
        )}
      </header>
      <PanelCanDoIt />
      {leftPaused.length > 0 && (
        <Notice
          tone="calm"
          message={`The panel’s schedule stays there, paused: ${namesText(leftPaused)}.`}
          hint="Somebody changed it there, or your account may not delete it. It runs here again."
        >
          <IconButton icon="close" label="Dismiss" onClick={() => setLeftPaused([])} />
        </Notice>
      )}
      {schedules.length === 0 && lost.length === 0 && (
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
        {schedules.map((schedule) => {
          const handed = handovers[schedule.id]
          return handed === undefined ? (
            <ScheduleCard
              key={schedule.id}
              schedule={schedule}
              now={now}
              onEdit={() => setAsked({ kind: 'edit', schedule })}
              onHandOver={() => setAsked({ kind: 'hand-over', schedule })}
              onRemove={() => setAsked({ kind: 'remove', schedule })}
            />
          ) : (
            cardOf(handed)
          )
        })}
        {lost.map(cardOf)}
      </ul>
      {asked?.kind === 'add' && <ScheduleForm schedule={null} onClose={close} />}
      {asked?.kind === 'edit' && <ScheduleForm schedule={asked.schedule} onClose={close} />}
      {asked?.kind === 'hand-over' && <HandoverDialog schedule={asked.schedule} onClose={close} />}
      {asked?.kind === 'take-back' && (
        <Question
          title="Take this planned restart back?"
          text="What the panel has of it is deleted there; what somebody changed is paused. Then it runs here again, while Servertray is open."
          yes="Take back"
          look="go"
          onYes={() => {
            close()
            void run(() => takeBack(asked.handed.id))
          }}
          onClose={close}
        />
      )}
      {asked?.kind === 'forget' && (
        <Question
          title="Forget what the panel has?"
          text="Nothing is sent: what the panel has of it stays, and may go on restarting the server. Here it stays paused. Take it back instead where the panel can be reached."
          yes="Forget it"
          look="bad"
          onYes={() => {
            close()
            void run(() => bridge.call['handovers:forget']({ id: asked.handed.id }))
          }}
          onClose={close}
        />
      )}
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
