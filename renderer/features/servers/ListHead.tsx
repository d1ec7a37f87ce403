// biome-ignore-all lint/a11y/useSemanticElements: a line of an ARIA grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the heads take the focus
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { ticked, withAll, withoutAll } from '../../parts/servers/selection.ts'
import { useClient, useView } from '../../state/hooks.ts'
import type { Sort } from '../../state/view.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import visually from '../../ui/visually.module.css'
import styles from './ListHead.module.css'
import listStyles from './list.module.css'
import type { PlayersColumn } from './use-players-column.ts'

/** The first click sorts in the column's natural order, the second in reverse. */
function SortHead({ name, by }: { name: string; by: Sort['by'] }) {
  const { view } = useClient()
  const sort = useView((state) => state.sort)
  const isOn = sort.by === by
  // Names start with A, values with the largest.
  const isAscending = (by === 'name') !== sort.reversed
  return (
    <span
      role="columnheader"
      data-column={name.toLowerCase()}
      {...(isOn && { 'aria-sort': isAscending ? 'ascending' : 'descending' })}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => view.setState({ sort: { by, reversed: isOn && !sort.reversed } })}
      >
        {name}
        {isOn && <Icon name={isAscending ? 'up' : 'down'} />}
      </button>
    </span>
  )
}

/** Ticks all listed servers, or unticks them. */
function PickAll({ refs }: { refs: readonly ServerRef[] }) {
  const { view } = useClient()
  const state = useView(({ picked }) => ticked(picked, refs))
  const toggle = () =>
    view.setState(({ picked }) => ({ picked: state === 'all' ? withoutAll(picked, refs) : withAll(picked, refs) }))
  return (
    <span role="columnheader" className={listStyles.pick}>
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = state === 'some'
        }}
        type="checkbox"
        aria-label="Select all listed servers"
        checked={state === 'all'}
        onChange={toggle}
      />
    </span>
  )
}

/** In the place of a column that could be: asks whether there should be one. */
function OfferPlayers() {
  const { view } = useClient()
  return (
    <span role="columnheader" data-column="players">
      <button
        type="button"
        className={styles.sort}
        title="Show how many players are on"
        onClick={() => view.setState({ dialog: { kind: 'players-consent' } })}
      >
        Players…
      </button>
    </span>
  )
}

/** The column heads, which sort the list, and the button that reads it again. */
export function ListHead({ refs, players }: { refs: readonly ServerRef[]; players: PlayersColumn }) {
  const client = useClient()
  return (
    <div role="rowgroup">
      <div role="row" className={`${listStyles.columns} ${styles.head}`}>
        <PickAll refs={refs} />
        <SortHead name="Server" by="name" />
        <span role="columnheader" className={visually.hidden}>
          Identifier
        </span>
        <SortHead name="State" by="state" />
        {players === 'shown' && <SortHead name="Players" by="players" />}
        {players === 'offered' && <OfferPlayers />}
        <SortHead name="CPU" by="cpu" />
        <SortHead name="Memory" by="memory" />
        <span role="columnheader" className={styles.actions}>
          <span className={visually.hidden}>Actions</span>
          <IconButton
            icon="refresh"
            label="Refresh the list"
            onClick={() => void client.run(() => client.bridge.call['servers:refresh']())}
          />
        </span>
      </div>
    </div>
  )
}
