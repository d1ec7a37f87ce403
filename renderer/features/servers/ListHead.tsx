// biome-ignore-all lint/a11y/useSemanticElements: a line of an ARIA grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the heads take the focus
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { Group } from '../../parts/servers/list.ts'
import { ticked, toggledAll } from '../../parts/servers/selection.ts'
import { useAppState, useClient, useView } from '../../state/hooks.ts'
import type { Sort } from '../../state/view.ts'
import { IconButton, LinkButton } from '../../ui/Button.tsx'
import { SortHead, TickAll } from '../../ui/GridHead.tsx'
import gridStyles from '../../ui/grid.module.css'
import visually from '../../ui/visually.module.css'
import styles from './ListHead.module.css'
import listStyles from './list.module.css'
import type { PlayersColumn } from './use-players-column.ts'

/** The first click sorts in the column's natural order, the second in reverse. */
function SortBy({ name, by }: { name: string; by: Sort['by'] }) {
  const { view } = useClient()
  const sort = useView((state) => state.sort)
  const isOn = sort.by === by
  // Names start with A, values with the largest.
  const isAscending = (by === 'name') !== sort.reversed
  return (
    <SortHead
      name={name}
      column={name.toLowerCase()}
      order={isOn ? (isAscending ? 'ascending' : 'descending') : null}
      onSort={() => view.setState({ sort: { by, reversed: isOn && !sort.reversed } })}
    />
  )
}

/** Ticks all listed servers, or unticks them. */
function PickAll({ refs }: { refs: readonly ServerRef[] }) {
  const { view } = useClient()
  const state = useView(({ picked }) => ticked(picked, refs))
  const toggle = () => view.setState(({ picked }) => ({ picked: toggledAll(picked, refs) }))
  return <TickAll label="Select all listed servers" ticked={state} onTickAll={toggle} />
}

/** In the place of a column that could be: asks whether there should be one. */
function OfferPlayers() {
  const { view } = useClient()
  return (
    <span role="columnheader" data-column="players">
      <button
        type="button"
        className={gridStyles.sort}
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
      <div role="row" className={`${gridStyles.head} ${listStyles.columns}`}>
        <PickAll refs={refs} />
        <SortBy name="Server" by="name" />
        <span role="columnheader" className={visually.hidden}>
          Identifier
        </span>
        <SortBy name="State" by="state" />
        {players === 'shown' && <SortBy name="Players" by="players" />}
        {players === 'offered' && <OfferPlayers />}
        <SortBy name="CPU" by="cpu" />
        <SortBy name="Memory" by="memory" />
        <span role="columnheader" className={styles.actions}>
          <span className={visually.hidden}>Actions</span>
          <IconButton
            icon="refresh"
            label="Refresh the list"
            onClick={() => void client.run(() => client.bridge.call('servers:refresh'))}
          />
        </span>
      </div>
    </div>
  )
}

type GroupHeadingProps = {
  group: Group
  /** The servers below it. */
  refs: readonly ServerRef[]
  /** Its vertical position in the list, in pixels. */
  top: number
}

/** The line above the servers of one group, and the button that ticks them all. */
export function GroupHeading({ group, refs, top }: GroupHeadingProps) {
  const { view } = useClient()
  const name = useAppState((state) => (group === 'pinned' ? 'Pinned' : (state.panels[group]?.name ?? '')))
  const isAll = useView(({ picked }) => ticked(picked, refs) === 'all')
  const toggle = () => view.setState(({ picked }) => ({ picked: toggledAll(picked, refs) }))
  const label = isAll ? 'Clear' : 'Select all'
  return (
    <div role="row" className={listStyles.group} style={{ top }}>
      <span role="gridcell" className={listStyles.groupName} data-cut>
        {name}
      </span>
      <span role="gridcell">
        <LinkButton className={listStyles.pickGroup} aria-label={`${label} of ${name}`} onClick={toggle}>
          {label}
        </LinkButton>
      </span>
    </div>
  )
}
