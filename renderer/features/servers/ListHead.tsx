// biome-ignore-all lint/a11y/useSemanticElements: a line of an ARIA grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the heads take the focus
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { Group } from '../../parts/servers/list.ts'
import { useAppState, useClient, useView } from '../../state/hooks.ts'
import type { Sort } from '../../state/view.ts'
import { IconButton, LinkButton } from '../../ui/Button.tsx'
import { SortHead, TickAll } from '../../ui/Grid.tsx'
import gridStyles from '../../ui/grid.module.css'
import { type Picks, ticked } from '../../ui/picks.ts'
import visually from '../../ui/visually.module.css'
import listStyles from './list.module.css'
import type { PlayersColumn } from './use-players-column.ts'

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

type ListHeadProps = { refs: readonly ServerRef[]; picks: Picks<ServerRef>; players: PlayersColumn }

/** The column heads, which sort the list, and the button that reads it again. */
export function ListHead({ refs, picks, players }: ListHeadProps) {
  const client = useClient()
  const current = useView(({ sort }) => sort)
  const head = (name: string, by: Sort['by']) => (
    <SortHead name={name} by={by} sort={current} onSort={(sort) => client.view.setState({ sort })} />
  )
  return (
    <>
      <TickAll
        label="Select all listed servers"
        ticked={ticked(picks.picked, refs)}
        onTickAll={() => picks.toggleAll(refs)}
      />
      {head('Server', 'name')}
      <span role="columnheader" className={visually.hidden}>
        Identifier
      </span>
      {head('State', 'state')}
      {players === 'shown' && head('Players', 'players')}
      {players === 'offered' && <OfferPlayers />}
      {head('CPU', 'cpu')}
      {head('Memory', 'memory')}
      <span role="columnheader" className={listStyles.headActions}>
        <span className={visually.hidden}>Actions</span>
        <IconButton icon="refresh" label="Refresh the list" onClick={() => client.send('servers:refresh')} />
      </span>
    </>
  )
}

type GroupHeadingProps = {
  group: Group
  /** The servers below it. */
  refs: readonly ServerRef[]
  picks: Picks<ServerRef>
  /** Its vertical position in the list, in pixels. */
  top: number
}

/** The line above the servers of one group, and the button that ticks them all. */
export function GroupHeading({ group, refs, picks, top }: GroupHeadingProps) {
  const name = useAppState((state) => (group === 'pinned' ? 'Pinned' : (state.panels[group]?.name ?? '')))
  const areAllTicked = ticked(picks.picked, refs) === 'all'
  return (
    <div role="row" className={listStyles.group} style={{ top }}>
      <span role="gridcell" data-cut>
        {name}
      </span>
      <span role="gridcell">
        <LinkButton
          className={listStyles.pickGroup}
          aria-label={`${areAllTicked ? 'Clear selection' : 'Select all'} in ${name}`}
          onClick={() => picks.toggleAll(refs)}
        >
          {areAllTicked ? 'Clear' : 'Select all'}
        </LinkButton>
      </span>
    </div>
  )
}
