import { clockTime } from '../../../shared/model/time-words.ts'
import type { UpdateAbility, UpdateProgress } from '../../../shared/updates/contract.ts'
import { UpdateChoices } from '../../parts/updates/UpdateChoices.tsx'
import { useSave } from '../../parts/use-save.ts'
import { useAppState } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Setting } from './Setting.tsx'
import styles from './setting.module.css'

/** Why this build leaves something to the person; null where it does everything itself. */
export function abilityWords(ability: UpdateAbility, platform: string): string | null {
  if (ability === 'none')
    return 'This build can’t update itself: it doesn’t know where new versions are published, so it does not look for any.'
  if (ability === 'itself') return null
  return platform === 'linux'
    ? 'A package manager installed Servertray, or it can’t write to its own folder. Download and install new versions yourself.'
    : 'This build is not signed. Download and install new versions yourself.'
}

/** How far it is; null where there is nothing to say. A failure is told in a notice of its own. */
export function progressWords(progress: UpdateProgress): string | null {
  switch (progress.kind) {
    case 'idle':
    case 'failed':
      return null
    case 'checking':
      return 'Looking for a new version…'
    case 'current':
      return `You have the newest version, as of ${clockTime(progress.at)}.`
    case 'available':
      return `Servertray ${progress.version} is out.`
    case 'downloading':
      return `Downloading Servertray ${progress.version}: ${progress.percent}%`
    case 'ready':
      return `Servertray ${progress.version} is ready. It is installed when you quit.`
  }
}

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
  const { ability, progress } = useAppState((state) => state.app.update)
  const platform = useAppState((state) => state.app.platform)
  const choice = useAppState((state) => state.preferences.updates)
  const { error: refusal, save: run } = useSave()
  const next = ability === 'none' || choice === null ? null : nextOf(progress.kind, ability === 'itself')
  const error = refusal ?? (progress.kind === 'failed' ? progress.error : null)
  const button = next && (
    <Button look={progress.kind === 'ready' ? 'go' : 'plain'} onClick={() => run(next.channel)}>
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
        <div className={styles.wide} data-stack="s2">
          <Progress label="Download" max={100} value={progress.percent} />
        </div>
      )}
      {ability !== 'none' && (
        <div className={styles.choice} data-stack="s2">
          <UpdateChoices value={choice} onChange={(wanted) => run('updates:choose', { choice: wanted })} />
        </div>
      )}
    </Setting>
  )
}
