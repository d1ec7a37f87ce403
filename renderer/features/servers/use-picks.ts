import { useCallback, useRef } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { Line } from '../../parts/servers/list.ts'
import { between, toggled, withAll } from '../../parts/servers/selection.ts'
import { useClient, useView } from '../../state/hooks.ts'

/** Ticks servers by pointer and keyboard, in the listed order. */
export function usePicks(lines: readonly Line[]) {
  const { view } = useClient()
  const isPicking = useView(({ picked }) => picked.length > 0)
  /** The start of a range: the server last ticked by itself. */
  const anchor = useRef<ServerRef | null>(null)
  const listed = useRef<readonly ServerRef[]>([])
  listed.current = lines.flatMap((line) => (line.kind === 'server' ? [line.ref] : []))

  const onPick = useCallback(
    (ref: ServerRef, isRange: boolean) => {
      const range = between(listed.current, anchor.current, ref)
      view.setState(({ picked }) => ({ picked: isRange ? withAll(picked, range) : toggled(picked, ref) }))
      if (!isRange || anchor.current === null) anchor.current = ref
    },
    [view],
  )

  /**
   * Ctrl+A ticks all, Escape unticks all, Space ticks the focused row, with Shift all from the last ticked one. True
   * where the key was one of these.
   */
  const onPickKey = (event: React.KeyboardEvent, row: ServerRef | null): boolean => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      view.setState(({ picked }) => ({ picked: withAll(picked, listed.current) }))
      return true
    }
    if (event.key === 'Escape' && isPicking) {
      view.setState({ picked: [] })
      return true
    }
    if (event.key !== ' ' || row === null) return false
    onPick(row, event.shiftKey)
    return true
  }

  return { isPicking, onPick, onPickKey }
}
