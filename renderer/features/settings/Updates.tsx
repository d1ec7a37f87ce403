import { useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import type { UpdateProgress } from '../../../shared/model/update.ts'
import type { Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import { whatIsSent } from '../../parts/updates/choice-words.ts'
import { UpdateChoices } from '../../parts/updates/UpdateChoices.tsx'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import pageStyles from '../../ui/Page.module.css'
import taskStyles from './task.module.css'
import styles from './Updates.module.css'
import { abilityWords, progressWords } from './update-words.ts'

/** The one thing to do now; null while something is under way. */
function nextOf(kind: UpdateProgress['kind'], installs: boolean) {
  if (kind === 'checking' || kind === 'downloading') return null
  if (kind === 'ready') return { channel: 'updates:restart', label: 'Restart to update' } as const
  if (kind !== 'available') return { channel: 'updates:check', label: 'Look now' } as const
  return installs
    ? ({ channel: 'updates:download', label: 'Download' } as const)
    : ({ channel: 'updates:openPage', label: 'Open the releases page' } as const)
}

/** How new versions are looked for, what was found, and what to do about it. */
export function Updates() {
  const { call } = useClient().bridge
  const { ability, progress } = useAppState((state) => state.app.update)
  const platform = useAppState((state) => state.app.platform)
  const choice = useAppState((state) => state.preferences.updates)
  const [refusal, setRefusal] = useState<AppError | null>(null)
  const next = ability === 'none' || choice === null ? null : nextOf(progress.kind, ability === 'itself')
  const run = async (act: () => Promise<Result<unknown>>) => {
    const result = await attempt(act)
    setRefusal(result.ok ? null : result.error)
  }
  const error = refusal ?? (progress.kind === 'failed' ? progress.error : null)
  return (
    <li className={`${pageStyles.card} ${taskStyles.task}`}>
      <div>
        <h2>Updates</h2>
        <p>{abilityWords(ability, platform)}</p>
        <p role="status">{progressWords(progress)}</p>
      </div>
      {next && (
        <Button look={progress.kind === 'ready' ? 'go' : 'plain'} onClick={() => void run(call[next.channel])}>
          {next.label}
        </Button>
      )}
      {progress.kind === 'downloading' && (
        <progress className={styles.progress} aria-label="Download" max={100} value={progress.percent} />
      )}
      <div role="alert">
        {error && (
          <Notice tone={error.code === 'update-busy' ? 'busy' : 'bad'} message={error.message} hint={error.hint} />
        )}
      </div>
      {ability !== 'none' && (
        <div className={styles.choice}>
          <UpdateChoices
            label="How new versions are looked for"
            value={choice}
            onChange={(wanted) => void run(() => call['updates:choose']({ choice: wanted }))}
          />
          <p>{whatIsSent}</p>
        </div>
      )}
    </li>
  )
}
