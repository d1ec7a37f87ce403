import { useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import type { Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

type TaskProps = {
  title: string
  text: string
  action: string
  /** Does it. Null: the person changed their mind. Else what came of it, in words. */
  run: () => Promise<Result<string | null>>
}

/** One thing to do, and in the same place what came of it. */
export function Task({ title, text, action, run }: TaskProps) {
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const start = async () => {
    if (busy) return
    setBusy(true)
    setDone(null)
    setError(null)
    const result = await attempt(run)
    setBusy(false)
    if (result.ok) setDone(result.value)
    else setError(result.error)
  }
  return (
    <li className="card task">
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
        <p role="status" className="tone-ok">
          {done}
        </p>
      </div>
      <Button onClick={() => void start()} aria-disabled={busy}>
        {action}
      </Button>
      <div role="alert">{error && <Notice tone="bad" message={error.message} hint={error.hint} />}</div>
    </li>
  )
}
