import type { AppError } from '../error-schema.ts'

/** How to look for new versions. Until a person has chosen, nothing is asked of anybody. */
export const updateChoices = ['automatic', 'tell', 'never'] as const
export type UpdateChoice = (typeof updateChoices)[number]

/**
 * What this build can do about new versions.
 * - `itself`: download and install them
 * - `page`: find out about them; a person downloads them from the releases page
 * - `none`: nothing: it was not installed, or does not know where releases are published
 */
export const updateAbilities = ['itself', 'page', 'none'] as const
export type UpdateAbility = (typeof updateAbilities)[number]

/** Times are unix milliseconds. `percent` is whole. */
export type UpdateProgress =
  | { kind: 'idle' }
  | { kind: 'checking' }
  | { kind: 'current'; at: number }
  | { kind: 'available'; version: string }
  | { kind: 'downloading'; version: string; percent: number }
  /** Installed when the app quits. */
  | { kind: 'ready'; version: string }
  | { kind: 'failed'; at: number; error: AppError }
