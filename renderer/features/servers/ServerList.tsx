// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of divs, since table rows cannot be CSS grids of a fixed height
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the rows and their buttons take the focus, not the cells
import { Menu } from '@base-ui/react/menu'
import { useDeferredValue, useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { useClient, useView } from '../../state/hooks.ts'
import { IconButton } from '../../ui/Button.tsx'
import { ServerMenu } from './ServerMenu.tsx'
import { ServerRow } from './ServerRow.tsx'

const columns = ['Server', 'Identifier', 'State', 'CPU', 'Memory'] as const

/** The row or button that a key moves to, or undefined where the key means nothing here. */
function target(key: string, row: HTMLElement, from: Element): HTMLElement | null | undefined {
  const rows = row.parentElement
  const beside = (step: 1 | -1) => {
    const stops = [row, ...row.querySelectorAll<HTMLElement>('button')]
    return stops[stops.indexOf(from as HTMLElement) + step]
  }
  switch (key) {
    case 'ArrowDown':
      return row.nextElementSibling as HTMLElement | null
    case 'ArrowUp':
      return row.previousElementSibling as HTMLElement | null
    case 'Home':
      return rows?.firstElementChild as HTMLElement | null
    case 'End':
      return rows?.lastElementChild as HTMLElement | null
    case 'ArrowRight':
      return beside(1)
    case 'ArrowLeft':
      return beside(-1)
    default:
      return undefined
  }
}

/** More rows than any window shows at once; what lies below them may come a moment later. */
const firstRows = 60

/**
 * The rows as a grid: arrow keys go through rows and their buttons, Enter opens a row, Tab leaves. A list of
 * a thousand is built while typing and clicking go on: the first rows at once, the rest when there is time.
 */
export function ServerList({ refs: wanted }: { refs: readonly ServerRef[] }) {
  const refs = useDeferredValue(wanted, wanted.slice(0, firstRows))
  const client = useClient()
  const { view } = client
  const [menu] = useState(() => Menu.createHandle<ServerRef>())
  const [current, setCurrent] = useState<string | null>(null)
  const open = useView((state) => state.open)
  const reachable = refs.find((ref) => ref === current) ?? refs.find((ref) => ref === open) ?? refs[0]

  const onKeyDown = (event: React.KeyboardEvent) => {
    const from = event.target as HTMLElement
    const row = from.closest<HTMLElement>('[data-ref]')
    if (row === null || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' && from === row) {
      const ref = refs.find((candidate) => candidate === row.dataset.ref)
      return ref && view.setState({ open: ref })
    }
    const next = target(event.key, row, from)
    if (next === undefined) return
    event.preventDefault()
    next?.focus()
  }

  return (
    <>
      <div className="grid" role="grid" aria-label="Servers" aria-rowcount={refs.length + 1}>
        <div role="rowgroup">
          <div role="row" className="head">
            <span role="columnheader">
              <span className="unseen">Mark</span>
            </span>
            {columns.map((column) => (
              <span key={column} role="columnheader" className={`head-${column.toLowerCase()}`}>
                {column}
              </span>
            ))}
            <span role="columnheader" className="head-actions">
              <span className="unseen">Actions</span>
              <IconButton
                icon="refresh"
                label="Refresh the list"
                onClick={() => void client.run(() => client.bridge.call['servers:refresh']())}
              />
            </span>
          </div>
        </div>
        <div
          role="rowgroup"
          className="rows"
          onKeyDown={onKeyDown}
          onFocus={(event) => setCurrent(event.target.closest<HTMLElement>('[data-ref]')?.dataset.ref ?? null)}
        >
          {refs.map((ref) => (
            <ServerRow key={ref} serverRef={ref} menu={menu} current={ref === reachable} />
          ))}
        </div>
      </div>
      <ServerMenu handle={menu} />
    </>
  )
}
