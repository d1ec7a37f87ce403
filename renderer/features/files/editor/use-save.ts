import { useRef, useState } from 'react'
import type { AppError } from '../../../../shared/error-schema.ts'
import type { FileStamp, TextFile } from '../../../../shared/files/contract.ts'
import type { FilePath } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { attempt } from '../../../bridge/bridge.ts'
import { useClient } from '../../../state/hooks.ts'

/** What became of a try to save. */
export type Saving =
  | { readonly kind: 'none' | 'busy' | 'missing' }
  | { readonly kind: 'failed'; readonly error: AppError }
  /** Somebody else changed it; what is there now, or why it could not be read. */
  | { readonly kind: 'changed'; readonly theirs: TextFile; readonly mine: string }
  /** It is not a text file any more, or is too large. */
  | { readonly kind: 'changed-to-other'; readonly stamp: FileStamp }

type Saver = { ref: ServerRef; path: FilePath; onSaved: (file: TextFile) => void }

/** Saves the text of a file: once for each press, and never over what somebody else wrote meanwhile. */
export function useSave({ ref, path, onSaved }: Saver) {
  const { call } = useClient().bridge
  const [saving, setSaving] = useState<Saving>({ kind: 'none' })
  const isBusy = useRef(false)

  /** Reads what is there now, after the machine said that it is another one. */
  async function meanwhile(mine: string): Promise<Saving> {
    const now = await attempt(() => call('files:read', { ref, path }))
    if (!now.ok) return now.error.code === 'file-not-found' ? { kind: 'missing' } : { kind: 'failed', error: now.error }
    if (now.value.kind !== 'text') return { kind: 'changed-to-other', stamp: now.value.stamp }
    return { kind: 'changed', theirs: now.value, mine }
  }

  /** The stamp that a save left; where the panel did not tell it, what is read, if that is what was written. */
  async function stampAfter(file: TextFile, text: string, stamp: FileStamp | null): Promise<TextFile> {
    if (stamp !== null) return { ...file, text, stamp }
    const now = await attempt(() => call('files:read', { ref, path }))
    // Otherwise the old stamp stays, so that the next save finds the file changed and shows what is there.
    return now.ok && now.value.kind === 'text' && now.value.text === text ? now.value : { ...file, text }
  }

  /** @param isAnew makes the file again that was deleted meanwhile */
  async function write(file: TextFile, text: string, isAnew = false): Promise<boolean> {
    if (isBusy.current) return false
    isBusy.current = true
    setSaving({ kind: 'busy' })
    const result = await attempt(() =>
      call('files:write', { ref, path, ...saveOver(file, text), ...(isAnew && { seen: null }) }),
    )
    const end = await (async (): Promise<Saving> => {
      if (!result.ok) return { kind: 'failed', error: result.error }
      if (result.value.kind === 'missing') return { kind: 'missing' }
      if (result.value.kind === 'changed') return meanwhile(text)
      onSaved(await stampAfter(file, text, result.value.stamp))
      return { kind: 'none' }
    })()
    isBusy.current = false
    setSaving(end)
    return end.kind === 'none'
  }

  return {
    saving,
    clear: () => setSaving({ kind: 'none' }),
    /** True once it is saved. */
    write,
  }
}

/**
 * What a save of a text over a file sends. What was read is kept as the version before, but for a text that the panel
 * converted: that is not what the file has.
 */
export const saveOver = ({ text: read, format, stamp, isConverted }: TextFile, text: string) => ({
  text,
  format,
  seen: stamp,
  before: isConverted ? null : read,
})
