import { lazy, Suspense, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { isFirstRun } from '../features/first-run/is-first-run.ts'
import { Skeleton } from '../features/servers/EmptyState.tsx'
import { useAppState, useClient, useView } from '../state/hooks.ts'
import { allServers } from '../state/view.ts'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import visually from '../ui/visually.module.css'
import { Announcer } from './Announcer.tsx'
import styles from './App.module.css'
import { EarlyKeys } from './EarlyKeys.tsx'
import { Notices } from './Notices.tsx'
import { OpenDialogs } from './OpenDialogs.tsx'
import { ownConsole } from './own-console.ts'
import { Problem } from './Problem.tsx'
import { ServersPage } from './ServersPage.tsx'
import { SideBar } from './SideBar.tsx'
import { TopBar } from './TopBar.tsx'

// Pages beside the list are loaded when they are first looked at: the list comes first.
const ActivityPage = lazy(async () => ({
  default: (await import('../features/activity/ActivityPage.tsx')).ActivityPage,
}))
const ConsoleWindow = lazy(async () => ({ default: (await import('./ConsoleWindow.tsx')).ConsoleWindow }))
const KeysPage = lazy(async () => ({ default: (await import('../features/keys/KeysPage.tsx')).KeysPage }))
const loadPalette = () => import('../features/palette/Palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const PaletteWindow = lazy(async () => ({
  default: (await import('./PaletteWindow.tsx')).PaletteWindow,
}))
const SchedulesPage = lazy(async () => ({
  default: (await import('../features/schedules/SchedulesPage.tsx')).SchedulesPage,
}))
const SettingsPage = lazy(async () => ({
  default: (await import('../features/settings/SettingsPage.tsx')).SettingsPage,
}))

const FirstRunEnd = lazy(async () => ({
  default: (await import('../features/first-run/FirstRunEnd.tsx')).FirstRunEnd,
}))
const Welcome = lazy(async () => ({ default: (await import('../features/keys/welcome/Welcome.tsx')).Welcome }))

/**
 * Opens what the tray, a link or a shortcut asked for, once for each time it was asked. A link does nothing by itself:
 * it opens a question, and never in place of one that is open, where a click may be on its way.
 */
function useFocusFromTray() {
  const { view } = useClient()
  const focus = useAppState((state) => state.app.focus)
  const followed = useRef<number | null>(null)
  useEffect(() => {
    if (focus === null || focus.at === followed.current) return
    followed.current = focus.at
    if ('page' in focus) view.setState({ page: focus.page })
    else if ('palette' in focus) view.setState({ palette: true })
    else if (focus.dialog === 'confirm-restart')
      view.setState(({ dialog }) => ({ dialog: dialog ?? { kind: 'link', ref: focus.ref } }))
    else if (focus.dialog === 'restart') view.setState({ dialog: { kind: 'restart', refs: [focus.ref] } })
    else view.setState({ page: 'servers', filter: allServers, query: '', open: focus.ref })
  }, [focus, view])
}

function Shell() {
  const { view } = useClient()
  const page = useView((state) => state.page)
  const palette = useView((state) => state.palette)
  useFocusFromTray()
  // Its keys come at any moment, and at once: the list is there by now.
  useEffect(() => void loadPalette(), [])
  const told = (
    <>
      <Notices />
      <Problem />
    </>
  )
  return (
    <div className={styles.window} data-window>
      <TopBar plain={false} />
      <SideBar />
      <div className={styles.body}>
        {page !== 'servers' && told}
        {page === 'servers' && <ServersPage told={told} />}
        <Suspense>
          {page === 'activity' && <ActivityPage />}
          {page === 'keys' && <KeysPage />}
          {page === 'schedules' && <SchedulesPage />}
          {page === 'settings' && <SettingsPage />}
        </Suspense>
      </div>
      <OpenDialogs />
      {palette && <EarlyKeys onEscape={() => view.setState({ palette: false })} />}
      <Suspense>{palette && <Palette />}</Suspense>
    </div>
  )
}

/** Before the first snapshot: nothing, grey rows when it is slow, the reason when it cannot be had. */
function Loading() {
  const { mirror } = useClient()
  const error = useStore(mirror.store, (state) => state.error)
  return (
    <main>
      <h1 className={visually.hidden}>Servertray</h1>
      {error ? (
        <div role="alert" className={styles.fill}>
          <Empty title={error.message} text={error.hint}>
            <Button look="go" onClick={() => void mirror.ask()}>
              Try again
            </Button>
          </Empty>
        </div>
      ) : (
        <Skeleton />
      )}
    </main>
  )
}

/** A first key, then what is asked before the servers are shown. */
function FirstRun() {
  const hasKeys = useAppState((state) => Object.keys(state.keys).length > 0)
  return hasKeys ? <FirstRunEnd /> : <Welcome />
}

/** The window of one console or of the palette, or the main one: first run without keys, else servers and keys. */
export function App() {
  const { mirror } = useClient()
  const loaded = useStore(mirror.store, (state) => state.loaded)
  const hasFailed = useStore(mirror.store, (state) => state.error !== null)
  const firstRun = useAppState(isFirstRun)
  const console = ownConsole(location.hash)
  if (location.hash === '#palette')
    return (
      <>
        {!hasFailed && <EarlyKeys onEscape={() => window.close()} />}
        {loaded ? (
          <Suspense>
            <PaletteWindow />
          </Suspense>
        ) : (
          <Loading />
        )}
        <Announcer />
      </>
    )
  if (console !== null)
    return (
      <>
        <Suspense>{loaded ? <ConsoleWindow name={console} /> : <Loading />}</Suspense>
        <Announcer />
      </>
    )
  return (
    <>
      {loaded && !firstRun ? (
        <Shell />
      ) : (
        <div className={styles.window} data-window data-plain>
          <TopBar plain />
          <div className={styles.body}>
            {loaded && <Notices />}
            {loaded && <Problem />}
            <Suspense>{loaded ? <FirstRun /> : <Loading />}</Suspense>
          </div>
        </div>
      )}
      <Announcer />
    </>
  )
}
