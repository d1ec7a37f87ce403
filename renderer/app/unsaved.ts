import { useEffect, useRef } from 'react'
import type { UnsavedChange } from '../../shared/files/contract.ts'
import { maxUnsaved } from '../../shared/files/files.ts'
import { own } from '../../shared/own.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { attempt } from '../bridge/bridge.ts'
import type { Batch } from '../state/batches.ts'
import { useClient } from '../state/hooks.ts'
import type { UnsavedWork } from '../state/unsaved-work.ts'
import type { View } from '../state/view.ts'

/**
 * What would be lost with the window: changes that wait to be saved, and whether anything else is typed in it. Of a
 * server that has gone only texts count: anything else can be neither saved nor sent.
 * @param batches commands that the window sends one a second
 */
export function unsavedOf(
  { editedFile, leftTexts, startupEdits, drafts, counts }: UnsavedWork & Pick<View, 'counts'>,
  servers: AppState['servers'],
  batches: Readonly<Record<string, Batch>>,
): { unsaved: UnsavedChange[]; isTyped: boolean } {
  // When an editor shows a left text again, it is in both for a moment.
  const left = Object.values(leftTexts).filter(({ ref }) => ref !== editedFile?.ref)
  const texts = [...(editedFile === null ? [] : [editedFile]), ...left]
  const startups = Object.entries(startupEdits).flatMap(([name, edits]) => {
    const server = own(servers, name)
    return server === undefined || Object.keys(edits).length === 0 ? [] : [{ ref: server.ref, path: null }]
  })
  const isDrafted = Object.entries(drafts).some(([ref, text]) => text.trim() !== '' && Object.hasOwn(servers, ref))
  const isSending = Object.keys(batches).some((ref) => Object.hasOwn(servers, ref))
  return {
    unsaved: [...texts.map(({ ref, path }) => ({ ref, path })), ...startups].slice(0, maxUnsaved),
    isTyped: isDrafted || isSending || counts.forms > 0,
  }
}

/** What the main process takes a new window to have. */
const nothing = JSON.stringify({ unsaved: [], isTyped: false })

/** Tells the main process what would be lost with this window: it keeps the window while it is hidden, and asks. */
export function useTellUnsaved(): void {
  const { bridge, view, mirror, batches } = useClient()
  const sent = useRef(nothing)
  useEffect(() => {
    function tell(): void {
      const now = unsavedOf(view.getState(), mirror.store.getState().state.servers, batches.store.getState())
      const text = JSON.stringify(now)
      if (text === sent.current) return
      sent.current = text
      void attempt(() => bridge.call('windows:setUnsaved', now))
    }
    tell()
    const ends = [view, mirror.store, batches.store].map((store) => store.subscribe(tell))
    return () => {
      for (const end of ends) end()
    }
  }, [bridge, view, mirror, batches])
}
