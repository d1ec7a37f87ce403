import { useEffect } from 'react'
import { useStore } from 'zustand'
import { KeysPage } from '../features/keys/KeysPage.tsx'
import { KillQuestion } from '../features/servers/KillQuestion.tsx'
import { Skeleton } from '../features/servers/Nothing.tsx'
import { ServersPage } from '../features/servers/ServersPage.tsx'
import { Welcome } from '../features/welcome/Welcome.tsx'
import { useAppState, useClient, useView } from '../state/hooks.ts'
import { allServers } from '../state/view.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Announcer } from './Announcer.tsx'
import { SideBar } from './SideBar.tsx'
import { TopBar } from './TopBar.tsx'

/** Opens the server that the tray asked for. */
function useFocusFromTray() {
  const { view } = useClient()
  const focus = useAppState((state) => state.app.focus)
  useEffect(() => {
    if (focus !== null) view.setState({ page: 'servers', filter: allServers, query: '', open: focus.ref })
  }, [focus, view])
}

/** A failure that belongs to no single place: across the top of the page until dismissed. */
function Problem() {
  const { mirror, view } = useClient()
  const broken = useStore(mirror.store, (state) => state.error)
  const problem = useView((state) => state.problem)
  const error = broken ?? problem
  return (
    <div className="problem" role="alert">
      {error && (
        <Notice tone="bad" message={error.message} hint={error.hint}>
          {broken ? (
            <Button onClick={() => void mirror.ask()}>Try again</Button>
          ) : (
            <IconButton icon="close" label="Dismiss" onClick={() => view.setState({ problem: null })} />
          )}
        </Notice>
      )}
    </div>
  )
}

function Shell() {
  const page = useView((state) => state.page)
  useFocusFromTray()
  return (
    <div className="win">
      <TopBar plain={false} />
      <SideBar />
      <div className="body">
        <Problem />
        {page === 'keys' ? <KeysPage /> : <ServersPage />}
      </div>
      <KillQuestion />
    </div>
  )
}

/** Before the first snapshot: nothing, grey rows when it is slow, the reason when it cannot be had. */
function Loading() {
  const failed = useStore(useClient().mirror.store, (state) => state.error !== null)
  return (
    <main>
      <h1 className="unseen">Servertray</h1>
      {!failed && <Skeleton />}
    </main>
  )
}

/** The window: first run without keys, else servers and keys. */
export function App() {
  const { mirror } = useClient()
  const loaded = useStore(mirror.store, (state) => state.loaded)
  const firstRun = useAppState((state) => Object.keys(state.keys).length === 0)
  return (
    <>
      {loaded && !firstRun ? (
        <Shell />
      ) : (
        <div className="win win-plain">
          <TopBar plain />
          <div className="body">
            <Problem />
            {loaded ? <Welcome /> : <Loading />}
          </div>
        </div>
      )}
      <Announcer />
    </>
  )
}
