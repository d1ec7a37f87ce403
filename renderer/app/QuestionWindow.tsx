import { useEffect, useRef } from 'react'
import { useAppState, useClient, useRunOnce } from '../state/hooks.ts'
import { Button } from '../ui/Button.tsx'
import dialogStyles from '../ui/Dialogs.module.css'
import { Problem } from './Notices.tsx'
import styles from './QuestionWindow.module.css'

/**
 * A window with one question of the main process and nothing else. No has the focus, so that Enter loses nothing;
 * Escape says no, and the arrow keys go from answer to answer.
 */
export function QuestionWindow({ id }: { id: string }) {
  const { bridge } = useClient()
  const question = useAppState((state) => state.questions[id])
  const actions = useRef<HTMLDivElement>(null)
  const runOnce = useRunOnce()
  const isOpen = question !== undefined
  useEffect(() => {
    if (isOpen) actions.current?.querySelector('button')?.focus()
  }, [isOpen])
  // It was answered or taken back, and its window is about to go.
  if (question === undefined) return <main className={styles.window} />
  const answer = (isYes: boolean) => void runOnce(() => bridge.call('questions:answer', { id, isYes }))
  const answerOther = () => void runOnce(() => bridge.call('questions:answer', { id, isYes: true, isOther: true }))
  const onKeyDown = ({ key }: React.KeyboardEvent) => {
    if (key === 'Escape') answer(false)
    const focused = actions.current?.querySelector('button:focus')
    const to = { ArrowLeft: focused?.previousElementSibling, ArrowRight: focused?.nextElementSibling }[key]
    if (to instanceof HTMLElement) to.focus()
  }
  return (
    <main className={styles.window} data-window>
      <div
        className={styles.question}
        role="alertdialog"
        aria-labelledby="message"
        aria-describedby="detail"
        onKeyDown={onKeyDown}
      >
        <h1 id="message" className={styles.message}>
          {question.message}
        </h1>
        <p id="detail" className={styles.detail}>
          {question.detail}
        </p>
        <Problem />
        <div ref={actions} className={`${dialogStyles.actions} ${styles.actions}`}>
          <Button onClick={() => answer(false)}>Cancel</Button>
          {question.other !== undefined && <Button onClick={answerOther}>{question.other}</Button>}
          <Button look={question.look} onClick={() => answer(true)}>
            {question.yes}
          </Button>
        </div>
      </div>
    </main>
  )
}
