import { isAhead } from '../../../shared/model/restart.ts'
import { useAppState, useClient, useSecond, useServerNames } from '../../state/hooks.ts'
import type { DialogProps } from '../../state/view.ts'
import { Button } from '../../ui/Button.tsx'
import dialogStyles from '../../ui/Dialogs.module.css'
import { Modal, Question } from '../../ui/Dialogs.tsx'
import { tellPlan, tooLate } from './plan-words.ts'
import styles from './restart.module.css'

/**
 * Asks whether players are told that a countdown is cancelled. The countdown goes on meanwhile, so it is shown; where it
 * ended before the answer, that is said in place of the question.
 */
export function CancelQuestion({ asked: { planId }, onClose }: DialogProps<'cancel'>) {
  const { send } = useClient()
  const plan = useAppState((state) => state.plans[planId])
  const nameOf = useServerNames()
  const isOpen = plan !== undefined && isAhead(plan)
  const now = useSecond(isOpen)
  if (plan === undefined) return null
  const name = nameOf(plan.ref, plan.name)
  if (!isOpen) {
    const ended = tooLate(plan, name)
    return (
      <Modal title={ended.title} lead={ended.text} onClose={onClose}>
        <div className={dialogStyles.actions}>
          <Button onClick={onClose}>Close</Button>
        </div>
      </Modal>
    )
  }
  const cancel = (announce: boolean) => {
    onClose()
    send('restart:cancel', { id: planId, announce })
  }
  return (
    <Question
      title={`Cancel the restart of ${name}?`}
      text="Players were warned. You can tell them that it is off."
      yes="Cancel and tell players"
      no="Keep counting"
      other={{ label: 'Cancel quietly', onClick: () => cancel(false) }}
      look="go"
      onYes={() => cancel(true)}
      onClose={onClose}
    >
      <p data-text="small" data-tone="busy" role="timer">
        <strong>{tellPlan(plan, now).text}</strong>
      </p>
      <p className={styles.preview} data-flex="s2" data-text="small">
        <span>Sends</span>
        <code>{plan.choices.cancelText}</code>
      </p>
    </Question>
  )
}
