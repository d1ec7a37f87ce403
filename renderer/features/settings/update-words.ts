import { clockTime } from '../../../shared/model/time-words.ts'
import type { UpdateAbility, UpdateProgress } from '../../../shared/model/update.ts'

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
