import { useShallow } from 'zustand/react/shallow'
import { keyNeeds } from '../../../shared/servers/attention.ts'
import type { StateMark } from '../../../shared/servers/summary.ts'
import { useAppState, useClient, useFilter, useNow, useView } from '../../state/hooks.ts'
import { type Filter, unfiltered } from '../../state/view.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LoadingServers } from './LoadingServers.tsx'

/** Why this view is empty although there are servers. */
function wordsFor(filter: Filter, mark: StateMark | null, hasKeysInNeed: boolean): { title: string; text?: string } {
  if (mark !== null) return { title: 'No server has this state now' }
  if (filter.kind === 'pinned') return { title: 'No server is pinned' }
  if (hasKeysInNeed) return { title: 'No server needs attention' }
  return {
    title: 'Nothing needs attention',
    text:
      'Servertray looks for servers that crashed, are off unexpectedly or are suspended, actions and planned restarts ' +
      'that failed, and keys or panels that don’t work.',
  }
}

/** Shown in place of an empty list: why it is empty, and the next step. */
export function EmptyState() {
  const client = useClient()
  const query = useView((view) => view.query)
  const filter = useFilter()
  const mark = useView((view) => view.mark)
  const now = useNow(15_000)
  const { servers, checking, failing, keysInNeed } = useAppState(
    useShallow((state) => ({
      servers: Object.keys(state.servers).length,
      checking: Object.values(state.keys).some((key) => key.health.kind === 'checking'),
      failing: Object.values(state.keys).some((key) => key.health.kind === 'failing'),
      keysInNeed: keyNeeds(state, now).length > 0,
    })),
  )
  const all = () => client.view.setState(unfiltered)
  const keys = <Button onClick={() => client.view.setState({ page: 'keys' })}>Show API keys</Button>

  if (query.trim() !== '')
    return (
      <Empty title={`No matches for “${query.trim()}”`} text="Search looks at names, identifiers, panels and states.">
        <Button onClick={all}>Clear the search</Button>
      </Empty>
    )
  if (servers > 0 && (mark !== null || filter.kind === 'attention' || filter.kind === 'pinned'))
    return (
      <Empty {...wordsFor(filter, mark, keysInNeed)}>
        <Button onClick={all}>Show all servers</Button>
      </Empty>
    )
  if (checking) return <LoadingServers />
  if (failing) return <Empty title="No servers to show" text="The list couldn’t be read. The reason is below." />
  return (
    <Empty
      title={filter.kind === 'panel' ? 'No servers on this panel' : 'This key reaches no servers'}
      text="Choose servers for the key on the panel’s page, then refresh. The token stays the same."
    >
      <Button look="go" onClick={() => client.send('servers:refresh')}>
        Refresh
      </Button>
      {keys}
    </Empty>
  )
}
