import { useState } from 'react'
import type { HandedView } from '../../../shared/model/handed.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ScheduleView } from '../../../shared/model/restart.ts'
import { useClient, useServerNames } from '../../state/hooks.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { HandoverDialog } from './HandoverDialog.tsx'
import { ScheduleForm } from './ScheduleForm.tsx'
import { namesText, timesText } from './schedule-words.ts'

/** What is asked about planned restarts; `ref` is the server that a new one begins with. */
export type Asked =
  | { readonly kind: 'add'; readonly ref?: ServerRef }
  | { readonly kind: 'edit' | 'remove' | 'hand-over'; readonly schedule: ScheduleView }
  | { readonly kind: 'take-back' | 'forget'; readonly handed: HandedView }

/** Which schedules of panels stayed there after a restart was taken back. */
function LeftPaused({ names, onDismiss }: { names: readonly string[]; onDismiss: () => void }) {
  return (
    <Notice
      tone="calm"
      message={`The panel’s schedule stays there, paused: ${namesText(names)}.`}
      hint="Somebody changed it there, or your account may not delete it. It runs here again."
    >
      <IconButton icon="close" label="Dismiss" onClick={onDismiss} />
    </Notice>
  )
}

type DialogProps = { asked: Asked; onTakeBack: (id: string) => void; onClose: () => void }

function Dialog({ asked, onTakeBack, onClose }: DialogProps) {
  const { bridge, run } = useClient()
  const nameOf = useServerNames()
  const closing = (work: () => void) => () => {
    onClose()
    work()
  }
  switch (asked.kind) {
    case 'add':
      return <ScheduleForm schedule={null} {...(asked.ref && { chosen: [asked.ref] })} onClose={onClose} />
    case 'edit':
      return <ScheduleForm schedule={asked.schedule} onClose={onClose} />
    case 'hand-over':
      return <HandoverDialog schedule={asked.schedule} onClose={onClose} />
    case 'take-back':
      return (
        <Question
          title="Take this planned restart back?"
          text="Its schedule is deleted from the panel, or paused if somebody changed it. Then Servertray runs the restart again, while it is open."
          yes="Take back"
          look="go"
          onYes={closing(() => onTakeBack(asked.handed.id))}
          onClose={onClose}
        />
      )
    case 'forget':
      return (
        <Question
          title="Forget the panel’s schedule?"
          text="Nothing is sent: a schedule that is on the panel stays there, and may go on restarting the server. Here the restart stays paused. If the panel can be reached, take it back instead."
          yes="Forget it"
          look="bad"
          onYes={closing(() => void run(() => bridge.call['handovers:forget']({ id: asked.handed.id })))}
          onClose={onClose}
        />
      )
    case 'remove': {
      const { id, refs } = asked.schedule
      const of = refs.length > 1 ? `${namesText(refs.map((ref) => nameOf(ref)))}: ` : ''
      return (
        <Question
          title="Remove this planned restart?"
          text={`${of}${timesText(asked.schedule)}. A countdown that has begun continues.`}
          yes="Remove"
          look="bad"
          onYes={closing(() => void run(() => bridge.call['schedules:remove']({ id })))}
          onClose={onClose}
        />
      )
    }
  }
}

/** What can be done with planned restarts: `ask` opens the dialog for it, `notice` says what stayed on panels. */
export function usePlanned() {
  const { bridge, run } = useClient()
  const [asked, ask] = useState<Asked | null>(null)
  const [leftPaused, setLeftPaused] = useState<readonly string[]>([])
  async function takeBack(id: string) {
    const result = await bridge.call['handovers:takeBack']({ id })
    if (result.ok) setLeftPaused(result.value.leftPaused)
    return result
  }
  return {
    ask,
    dialog: asked && (
      <Dialog asked={asked} onTakeBack={(id) => void run(() => takeBack(id))} onClose={() => ask(null)} />
    ),
    notice: leftPaused.length > 0 && <LeftPaused names={leftPaused} onDismiss={() => setLeftPaused([])} />,
  }
}
