import type { UpdateProgress } from '../../../shared/model/update.ts'
import { whatIsSent } from '../../parts/updates/choice-words.ts'
import { UpdateChoices } from '../../parts/updates/UpdateChoices.tsx'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Setting } from './Setting.tsx'
import styles from './Updates.module.css'
import { abilityWords, progressWords } from './update-words.ts'
import { useSave } from './use-save.ts'

/** The one thing to do now; null while something is under way. */
function nextOf(kind: UpdateProgress['kind'], installs: boolean) {
  if (kind === 'checking' || kind === 'downloading') return null
  if (kind === 'ready') return { channel: 'updates:restart', label: 'Restart to update' } as const
  if (kind !== 'available') return { channel: 'updates:check', label: 'Look now' } as const
  return installs
    ? ({ channel: 'updates:download', label: 'Download' } as const)
    : ({ channel: 'updates:openPage', label: 'Open the releases page' } as const)
}

/** How to look for new versions, what was found, and what to do about it. */
export function Updates() {
  const { call } = useClient().bridge
  const { ability, progress } = useAppState((state) => state.app.update)
  const platform = useAppState((state) => state.app.platform)
  const choice = useAppState((state) => state.preferences.updates)
  const { error: refusal, save: run } = useSave()
  const next = ability === 'none' || choice === null ? null : nextOf(progress.kind, ability === 'itself')
  const error = refusal ?? (progress.kind === 'failed' ? progress.error : null)
  const button = next && (
    <Button look={progress.kind === 'ready' ? 'go' : 'plain'} onClick={() => run(() => call(next.channel))}>
      {next.label}
    </Button>
  )
  return (
    <Setting
      title="Updates"
      text={
        <>
          {abilityWords(ability, platform)} <span role="status">{progressWords(progress)}</span>
        </>
      }
      error={error}
      errorTone={error?.code === 'update-busy' ? 'busy' : 'bad'}
      control={button}
    >
      {progress.kind === 'downloading' && (
        <progress className={styles.progress} aria-label="Download" max={100} value={progress.percent} />
      )}
      {ability !== 'none' && (
        <div className={styles.choice}>
          <UpdateChoices
            label="How to look for new versions"
            value={choice}
            onChange={(wanted) => run(() => call('updates:choose', { choice: wanted }))}
          />
          <p>{whatIsSent}</p>
        </div>
      )}
    </Setting>
  )
}
