import { useEffect, useMemo, useRef } from 'react'
import { useClient, useView } from '../state/hooks.ts'

/** Tells the main process which texts would be lost with this window: it keeps the window for them, and a quit asks. */
export function useUnsavedTexts(): void {
  const { call } = useClient().bridge
  const edited = useView(({ editedFile }) => editedFile)
  const left = useView(({ unsavedFiles }) => unsavedFiles)
  const paths = useMemo(() => {
    const all = Object.values(left).map(({ path }) => path)
    return [...new Set(edited === null ? all : [edited, ...all])]
  }, [edited, left])
  const hasTold = useRef(false)
  useEffect(() => {
    // Nothing is what the main process takes a new window to have.
    if (paths.length === 0 && !hasTold.current) return
    hasTold.current = paths.length > 0
    void call['files:setUnsaved']({ paths })
  }, [paths, call])
}
