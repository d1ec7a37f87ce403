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
  /** Does it. Null: the person changed their mind. Else what came of it, in words. */
  run: () => Promise<Result<string | null>>
}

/** One thing to do, and in the same place what came of it. */
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
