import { isAhead } from '../../../shared/model/restart-choices.ts'
import previewStyles from '../../parts/restart/preview.module.css'
import { useAppState, useClient, useServerNames } from '../../state/hooks.ts'
import { Question } from '../../ui/Dialogs.tsx'

/** Asks whether players are told that a countdown is cancelled; closes once it can no longer be cancelled. */
export function CancelQuestion({ planId, onClose }: { planId: string; onClose: () => void }) {
  const { bridge, run } = useClient()
  const plan = useAppState((state) => state.plans[planId])
  const nameOf = useServerNames()
  if (plan === undefined || !isAhead(plan)) return null
  const name = nameOf(plan.ref, plan.name)
  const { cancelText } = plan.choices
  const cancel = (announce: boolean) => {
    onClose()
    void run(() => bridge.call['restart:cancel']({ id: planId, announce }))
  }
  if (cancelText === null)
    return (
      <Question
        title={`Cancel the restart of ${name}?`}
        text="Nothing more is sent. No announcement is set for this."
        yes="Cancel the restart"
        no="Keep counting"
        look="go"
        onYes={() => cancel(false)}
        onClose={onClose}
      />
    )
  return (
    <Question
      title={`Cancel the restart of ${name}?`}
      text="Players who were warned can be told that it is off."
      yes="Cancel and tell players"
      no="Keep counting"
      other={{ label: 'Cancel in silence', onClick: () => cancel(false) }}
      look="go"
      onYes={() => cancel(true)}
      onClose={onClose}
    >
      <p className={previewStyles.preview}>
        <span>Sends</span>
        <code>{cancelText}</code>
      </p>
    </Question>
  )
}
