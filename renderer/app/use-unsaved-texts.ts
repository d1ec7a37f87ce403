import { useEffect, useMemo, useRef } from 'react'
import type { UnsavedText } from '../../shared/model/file.ts'
import { attempt } from '../bridge/bridge.ts'
import { useClient, useView } from '../state/hooks.ts'

/** Tells the main process which texts would be lost with this window: it asks before that. */
export function useUnsavedTexts(): void {
  const { call } = useClient().bridge
  const edited = useView(({ editedFile }) => editedFile)
  const left = useView(({ unsavedFiles }) => unsavedFiles)
  const texts = useMemo((): UnsavedText[] => {
    // Left and found again, it is in both for a moment.
    const others = Object.values(left).filter(({ ref }) => ref !== edited?.ref)
    const those = others.map(({ ref, path }) => ({ ref, path }))
    return edited === null ? those : [edited, ...those]
  }, [edited, left])
  /** The main process may know of some. */
  const hasTold = useRef(false)
  useEffect(() => {
    // Nothing is what the main process takes a new window to have.
    if (texts.length === 0 && !hasTold.current) return
    hasTold.current = true
    let isLatest = true
    void attempt(() => call['files:setUnsaved']({ texts })).then(({ ok }) => {
      if (ok && isLatest) hasTold.current = texts.length > 0
    })
    return () => {
      isLatest = false
    }
  }, [texts, call])
}
