import { useState } from 'react'
import type { Result } from '../../../shared/result.ts'
import type { UpdateChoice } from '../../../shared/updates/contract.ts'
import { choicesOf, UpdateChoices } from '../../parts/updates/UpdateChoices.tsx'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Tick } from '../../ui/Choice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import pageStyles from '../../ui/Page.module.css'
import { useTask } from '../../ui/use-task.ts'
import styles from './FirstRunEnd.module.css'

/** What is asked once there is a first key: nothing of it happens before the person goes on. */
export function FirstRunEnd() {
  const { call } = useClient().bridge
  const { startAtLogin, update } = useAppState((state) => state.app)
  const kept = useAppState((state) => state.preferences.updates)
  const wasOn = startAtLogin === 'on' || startAtLogin === 'approval'
  const [starts, setStarts] = useState(wasOn)
  const [choice, setChoice] = useState<UpdateChoice | null>(kept ?? choicesOf(update.ability)[0] ?? null)
  const end = useTask(async (): Promise<Result<null>> => {
    const steps = [
      ...(starts === wasOn ? [] : [() => call('startAtLogin:set', { on: starts })]),
      ...(update.ability === 'none' || choice === null ? [] : [() => call('updates:choose', { choice })]),
      () => call('preferences:set', { firstRunEnded: true }),
    ]
    for (const step of steps) {
      const done = await step()
      if (!done.ok) return done
    }
    return { ok: true, value: null }
  })
  return (
    <main className={pageStyles.page} data-center>
      <form
        className={pageStyles.column}
        onSubmit={(event) => {
          event.preventDefault()
          end.start()
        }}
      >
        <h1>Almost there</h1>
        <p className={pageStyles.lead}>
          Nothing happens unless you choose it. You can change it in Settings at any time.
        </p>
        <div className={`${pageStyles.card} ${styles.card}`} data-stack="s4">
          {startAtLogin !== 'unavailable' && (
            <section data-stack="s2">
              <h2>At login</h2>
              <Tick
                label="Start at login"
                text="In the tray, without a window."
                checked={starts}
                onChange={setStarts}
              />
            </section>
          )}
          {update.ability !== 'none' && (
            <section data-stack="s2">
              <h2>New versions</h2>
              <UpdateChoices value={choice} onChange={setChoice} />
            </section>
          )}
        </div>
        <div role="alert">{end.error && <Notice tone="bad" message={end.error.message} hint={end.error.hint} />}</div>
        <Button type="submit" look="go" aria-disabled={end.busy}>
          Show my servers
        </Button>
      </form>
    </main>
  )
}
