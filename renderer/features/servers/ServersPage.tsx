import { useState } from 'react'
import { useAppState, useView } from '../../state/hooks.ts'
import { PaneArea } from '../console/PaneArea.tsx'
import { Banners, NoStates } from './Banners.tsx'
import { Nothing } from './Nothing.tsx'
import { ServerList } from './ServerList.tsx'
import { useServerList } from './use-server-list.ts'

/**
 * The list of servers, and below it the pane of the one that is open. What goes wrong is told under the rows,
 * so that no row moves when it is.
 */
export function ServersPage({ told }: { told: React.ReactNode }) {
  const { lines, pointer } = useServerList()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const open = useView((view) => view.open)
  const exists = useAppState((state) => open !== null && state.servers[open] !== undefined)
  return (
    <main className="servers">
      <h1 className="unseen">Servers</h1>
      <div className="servers-top">
        <div ref={setScroller} className="list" {...pointer}>
          {lines.length > 0 ? <ServerList lines={lines} scroller={scroller} /> : <Nothing />}
        </div>
        <NoStates />
        {told}
        <Banners />
      </div>
      {open !== null && exists && <PaneArea open={open} />}
    </main>
  )
}
