import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { listServers } from '../../parts/servers/list.ts'
import { toggled } from '../../parts/servers/selection.ts'
import { useAppState } from '../../state/hooks.ts'
import { defaultWish } from '../../state/view.ts'
import controlStyles from '../../ui/controls.module.css'
import styles from './ServerChecklist.module.css'

type ServerChecklistProps = { picked: readonly ServerRef[]; onChange: (picked: readonly ServerRef[]) => void }

/**
 * Servers to tick, with a search. Ticked servers are listed like the others; those that are in no list, which no search
 * can find, are below.
 */
export function ServerChecklist({ picked, onChange }: ServerChecklistProps) {
  const [query, setQuery] = useState('')
  const found = useAppState(useShallow((state) => listServers(state, { ...defaultWish, query }, Date.now())))
  const servers = useAppState((state) => state.servers)
  const panels = useAppState((state) => state.panels)
  const isMany = Object.keys(servers).length > 8
  const [lost] = useState(() => picked.filter((ref) => servers[ref] === undefined))
  const tick = (ref: ServerRef) => ({
    type: 'checkbox',
    checked: picked.includes(ref),
    onChange: () => onChange(toggled(picked, ref)),
  })
  return (
    <fieldset className={styles.checklist}>
      <legend>Servers</legend>
      <p className={styles.count}>{picked.length} selected</p>
      {isMany && (
        <input
          type="search"
          className={styles.search}
          aria-label="Search servers to restart"
          placeholder="Search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <div className={styles.items}>
        {found.map((ref) => {
          const server = servers[ref]
          return (
            <label key={ref} className={controlStyles.tick}>
              <input {...tick(ref)} />
              <span>
                {server?.name} <small>{server && panels[server.panelId]?.name}</small>
              </span>
            </label>
          )
        })}
        {lost.map((ref) => (
          <label key={ref} className={controlStyles.tick}>
            <input {...tick(ref)} />
            <span>
              {ref} <small>not in the list</small>
            </span>
          </label>
        ))}
        {found.length === 0 && <p className={styles.none}>No matches for “{query}”</p>}
      </div>
    </fieldset>
  )
}
