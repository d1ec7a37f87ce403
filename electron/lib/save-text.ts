import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import type { FileFailure } from './failure-code.ts'

/** A file to be saved, as the system's dialog proposes it. */
export type Proposal = {
  readonly title: string
  readonly name: string
  readonly filter: { readonly name: string; readonly extensions: readonly string[] }
}

/** Asks the person where to save; null when they cancel. */
export type PickSave = (proposal: Proposal) => Promise<string | null>

/** Saves a text where the person says, owner-readable only; null when they cancel. Gives the file's name alone. */
export type SaveText = (file: Proposal & { readonly text: () => string }) => Promise<Result<{ file: string } | null>>

const unsaved = {
  message: 'The file could not be written.',
  hint: 'Check free space, or choose another folder.',
}

export function createSaveText({ pick, onFailure }: { pick: PickSave; onFailure: FileFailure }): SaveText {
  return async ({ text, ...proposal }) => {
    const path = await pick(proposal)
    if (path === null) return ok(null)
    try {
      await writeFile(path, text(), { mode: 0o600 })
      return ok({ file: basename(path) })
    } catch (failure) {
      onFailure('a file could not be saved', failure)
      return fail('storage-failed', unsaved)
    }
  }
}
