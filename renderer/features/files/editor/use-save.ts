import { useRef, useState } from 'react'
import type { AppError } from '../../../../shared/error-schema.ts'
import type { FileStamp, TextFile } from '../../../../shared/files/contract.ts'
import type { FilePath } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { attempt } from '../../../bridge/bridge.ts'
import { useClient } from '../../../state/hooks.ts'

/** What became of a try to save. `other`: what is there now is no text, or too large. */
export type Saving =
  | { readonly kind: 'none' | 'busy' | 'missing' | 'other' }
  | { readonly kind: 'failed'; readonly error: AppError }
  /** Somebody else changed it. */
  | { readonly kind: 'changed'; readonly theirs: TextFile; readonly mine: string }

type Saver = {
  ref: ServerRef
  path: FilePath
  /** The text as it is by then: more may have been typed since a save was begun. */
  textNow: () => string
  onSaved: (file: TextFile) => void
}

/** Saves the text of a file: once for each press, and never over what somebody else wrote meanwhile. */
export function useSave({ ref, path, textNow, onSaved }: Saver) {
  const { call } = useClient().bridge
  const [saving, setSaving] = useState<Saving>({ kind: 'none' })
  const isBusy = useRef(false)
  const read = () => attempt(() => call('files:read', { ref, path }))

  /** Reads what is there now, after the machine said that it is another one. */
  async function meanwhile(): Promise<Saving> {
    const now = await read()
    if (!now.ok) return now.error.code === 'file-not-found' ? { kind: 'missing' } : { kind: 'failed', error: now.error }
    return now.value.kind === 'text' ? { kind: 'changed', theirs: now.value, mine: textNow() } : { kind: 'other' }
  }

  /** The stamp that a save left; where the panel did not tell it, what is read, if that is what was written. */
  async function stampAfter(file: TextFile, text: string, stamp: FileStamp | null): Promise<TextFile> {
    if (stamp !== null) return { ...file, text, stamp }
    const now = await read()
    // Otherwise the old stamp stays, so that the next save finds the file changed and shows what is there.
    return now.ok && now.value.kind === 'text' && now.value.text === text ? now.value : { ...file, text }
  }

  async function send(file: TextFile, text: string, isAnew: boolean): Promise<Saving> {
    const save = { ref, path, ...saveOver(file, text), ...(isAnew && { seen: null }) }
    const written = await attempt(() => call('files:write', save))
    if (!written.ok) return { kind: 'failed', error: written.error }
    if (written.value.kind === 'missing') return { kind: 'missing' }
    if (written.value.kind === 'changed') return meanwhile()
    onSaved(await stampAfter(file, text, written.value.stamp))
    return { kind: 'none' }
  }

  return {
    saving,
    clear: () => setSaving({ kind: 'none' }),
    /**
     * True once it is saved.
     * @param isAnew makes the file again that was deleted meanwhile
     */
    async write(file: TextFile, text: string, isAnew = false): Promise<boolean> {
      if (isBusy.current) return false
      isBusy.current = true
      setSaving({ kind: 'busy' })
      const end = await send(file, text, isAnew)
      isBusy.current = false
      setSaving(end)
      return end.kind === 'none'
    },
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
