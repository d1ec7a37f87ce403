import { useRef, useState } from 'react'
import type { FileEntry } from '../../../shared/files/contract.ts'
import type { FileName } from '../../../shared/files/files.ts'
import { between, toggled, withAll } from '../../parts/servers/selection.ts'

const none: ReadonlySet<FileName> = new Set()

/**
 * The ticked entries of a folder.
 * @param listed what the list shows, in its order
 */
export function useFilePicks(listed: readonly FileEntry[]) {
  const [picked, setPicked] = useState(none)
  /** The start of a range: the entry last ticked by itself. */
  const anchor = useRef<FileName | null>(null)
  const names = () => listed.map(({ name }) => name)

  const clear = () => {
    anchor.current = null
    setPicked(none)
  }
  const pick = (name: FileName, isRange: boolean) => {
    setPicked((before) => {
      const all = [...before]
      return new Set(isRange ? withAll(all, between(names(), anchor.current, name)) : toggled(all, name))
    })
    if (!isRange || anchor.current === null) anchor.current = name
  }
  const isAll = listed.length > 0 && listed.every(({ name }) => picked.has(name))
  return {
    picked,
    ticked: picked.size === 0 ? 'none' : isAll ? 'all' : 'some',
    pick,
    all: () => setPicked(new Set(names())),
    clear,
    /** Ticks all to `name` from where the ticking began, else from `from`, as Shift with an arrow does. */
    extend(from: FileName, name: FileName) {
      anchor.current ??= from
      setPicked((before) => new Set(withAll([...before], between(names(), anchor.current, name))))
    },
  } as const
}

export type FilePicks = ReturnType<typeof useFilePicks>
