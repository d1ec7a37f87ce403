import { useShallow } from 'zustand/react/shallow'
import { capitalised } from '../../../shared/model/text.ts'
import { countWord, type StateMark, summarise } from '../../../shared/servers/summary.ts'
import { useAppState, useClient, useFilter, useView } from '../../state/hooks.ts'
import { allServers } from '../../state/view.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './FilterChips.module.css'

function Chip({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <button type="button" className={styles.chip} data-cut aria-label={`Clear the filter ${label}`} onClick={onClear}>
      {label}
      <Icon name="close" size={12} />
    </button>
  )
}

function MarkChip({ mark }: { mark: StateMark }) {
  const { view } = useClient()
  const word = useAppState((state) => countWord(mark, summarise(state, Date.now())))
  return <Chip label={capitalised(word)} onClear={() => view.setState({ mark: null })} />
}

/** What keeps servers out of the list, each with a button that ends it. The side bar says which of its views is open. */
export function FilterChips() {
  const { view } = useClient()
  const { mark, query } = useView(useShallow((state) => ({ mark: state.mark, query: state.query.trim() })))
  const filter = useFilter()
  const panel = useAppState((state) => (filter.kind === 'panel' ? (state.panels[filter.id]?.name ?? null) : null))
  if (mark === null && query === '') return null
  return (
    <search className={styles.chips} data-flex="gap" data-wrap data-edge="bottom" aria-label="Filters">
      {panel !== null && <Chip label={panel} onClear={() => view.setState({ filter: allServers })} />}
      {mark !== null && <MarkChip mark={mark} />}
      {query !== '' && <Chip label={`“${query}”`} onClear={() => view.setState({ query: '' })} />}
    </search>
  )
}
