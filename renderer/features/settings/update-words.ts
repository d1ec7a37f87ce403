import { clockTime } from '../../../shared/model/time-words.ts'
import type { UpdateAbility, UpdateProgress } from '../../../shared/model/update.ts'

/** Why this build leaves something to the person; null where it does everything itself. */
export function abilityWords(ability: UpdateAbility, platform: string): string | null {
  if (ability === 'none')
    return 'This build cannot update itself: it does not know where new versions are published. It asks nobody.'
  if (ability === 'itself') return null
  return platform === 'linux'
    ? 'A package manager installed Servertray, or it may not write where it is, so you download and install a new version yourself.'
    : 'This build is not signed, so you download and install a new version yourself.'
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
      return `Servertray ${progress.version} is downloaded. It is installed when you quit.`
  }
}
