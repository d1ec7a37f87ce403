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
  /** The save under way; null for none. */
  const running = useRef<{ readonly text: string; readonly end: Promise<Saving | TextFile> } | null>(null)
  const read = () => attempt(() => call('files:read', { ref, path }))

  /** Reads what is there now, after the machine said that it is another one. */
  async function meanwhile(text: string): Promise<Saving | TextFile> {
    const now = await read()
    if (!now.ok) return now.error.code === 'file-not-found' ? { kind: 'missing' } : { kind: 'failed', error: now.error }
    if (now.value.kind !== 'text') return { kind: 'other' }
    // Its own text is what an earlier save wrote, whose answer was lost or came too late.
    return now.value.text === text ? now.value : { kind: 'changed', theirs: now.value, mine: textNow() }
  }

  /** The stamp that a save left; where the panel did not tell it, what is read, if that is what was written. */
  async function stampAfter(file: TextFile, text: string, stamp: FileStamp | null): Promise<TextFile> {
    if (stamp !== null) return { ...file, text, stamp }
    const now = await read()
    // Otherwise the old stamp stays, so that the next save finds the file changed and shows what is there.
    return now.ok && now.value.kind === 'text' && now.value.text === text ? now.value : { ...file, text }
  }

  /** What is there once it is saved, else why it is not. */
  async function send(file: TextFile, text: string, isAnew: boolean): Promise<Saving | TextFile> {
    const save = { ref, path, ...saveOver(file, text), ...(isAnew && { seen: null }) }
    const written = await attempt(() => call('files:write', save))
    if (!written.ok) return { kind: 'failed', error: written.error }
    if (written.value.kind === 'missing') return { kind: 'missing' }
    return written.value.kind === 'changed' ? meanwhile(text) : stampAfter(file, text, written.value.stamp)
  }

  return {
    saving,
    clear: () => setSaving({ kind: 'none' }),
    running,
    /**
     * True once it is saved. While a save is under way nothing else is sent, and its end counts for the same text.
     * @param isAnew makes the file again that was deleted meanwhile
     */
    async write(file: TextFile, text: string, isAnew = false): Promise<boolean> {
      if (running.current) return running.current.text === text && (await running.current.end).kind === 'text'
      running.current = { text, end: send(file, text, isAnew) }
      setSaving({ kind: 'busy' })
      const end = await running.current.end
      running.current = null
      const isSaved = end.kind === 'text'
      if (isSaved) onSaved(end)
      setSaving(isSaved ? { kind: 'none' } : end)
      return isSaved
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
