import type { Result } from '../../../shared/result.ts'
import { Button } from '../../ui/Button.tsx'
import { useTask } from '../../ui/use-task.ts'
import { Setting } from './Setting.tsx'

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
  const button = (
    <Button onClick={start} aria-disabled={busy}>
      {action}
    </Button>
  )
  return <Setting title={title} text={text} done={done} error={error} control={button} />
}
