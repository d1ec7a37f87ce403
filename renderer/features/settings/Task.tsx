import type { Result } from '../../../shared/result.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import pageStyles from '../../ui/Page.module.css'
import { useTask } from '../../ui/use-task.ts'
import taskStyles from './task.module.css'

type TaskProps = {
  title: string
  text: string
  action: string
  /** Runs the task: its outcome in words, or null when the person cancelled. */
  run: () => Promise<Result<string | null>>
}

/** A task with its button, and its outcome in the same place. */
export function Task({ title, text, action, run }: TaskProps) {
  const { busy, done, error, start } = useTask(run)
  return (
    <li className={`${pageStyles.card} ${taskStyles.task}`}>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
        <p role="status" data-tone="ok">
          {done}
        </p>
      </div>
      <Button onClick={start} aria-disabled={busy}>
        {action}
      </Button>
      <div role="alert">{error && <Notice tone="bad" message={error.message} hint={error.hint} />}</div>
    </li>
  )
}
