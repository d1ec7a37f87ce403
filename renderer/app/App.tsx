import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { AppState } from '../../shared/state/state.ts'
import { isFirstRun } from '../features/first-run/is-first-run.ts'
import { Skeleton } from '../features/servers/EmptyState.tsx'
import { tryAgain } from '../parts/again.ts'
import type { Client } from '../state/client.ts'
import { useAppState, useClient, useView } from '../state/hooks.ts'
import { allServers } from '../state/view/server-list.ts'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { late } from '../ui/late.tsx'
import visually from '../ui/visually.module.css'
import { Announcer } from './Announcer.tsx'
import styles from './App.module.css'
import { Done } from './Done.tsx'
import { EarlyKeys } from './EarlyKeys.tsx'
import { Notices } from './Notices.tsx'
import { OpenDialogs } from './OpenDialogs.tsx'
import { ownConsole } from './own-console.ts'
import { Problem } from './Problem.tsx'
import { ServersPage } from './ServersPage.tsx'
import { SideBar } from './SideBar.tsx'
import { TopBar } from './TopBar.tsx'
import { useNarrow } from './use-narrow.ts'
import { useTellUnsaved } from './use-tell-unsaved.ts'

// Other pages than the list are loaded when first opened, so that the list comes first.
const ActivityPage = late(async () => (await import('../features/activity/ActivityPage.tsx')).ActivityPage)
const ConsoleWindow = late(async () => (await import('./ConsoleWindow.tsx')).ConsoleWindow)
const KeysPage = late(async () => (await import('../features/keys/KeysPage.tsx')).KeysPage)
const Palette = late(async () => (await import('../features/palette/Palette.tsx')).Palette)
const PaletteWindow = late(async () => (await import('./PaletteWindow.tsx')).PaletteWindow)
const QuestionWindow = late(async () => (await import('./QuestionWindow.tsx')).QuestionWindow)
const SchedulesPage = late(async () => (await import('../features/schedules/SchedulesPage.tsx')).SchedulesPage)
const SettingsPage = late(async () => (await import('../features/settings/SettingsPage.tsx')).SettingsPage)

const FirstRunEnd = late(async () => (await import('../features/first-run/FirstRunEnd.tsx')).FirstRunEnd)
const Welcome = late(async () => (await import('../features/keys/welcome/Welcome.tsx')).Welcome)

/**
 * Opens what tray, link or shortcut asked for. A link only ever opens a question, and never replaces one that is open,
 * which a click may be about to answer.
 */
function follow({ view, show }: Client, focus: NonNullable<AppState['app']['focus']>): void {
  if ('page' in focus) view.setState({ page: focus.page, section: focus.section })
  else if ('palette' in focus) view.setState({ palette: true })
  else if (focus.dialog === 'confirm-restart')
    view.setState(({ dialog }) => ({ dialog: dialog ?? { kind: 'link', ref: focus.ref } }))
  else if (focus.dialog === 'restart') view.setState({ dialog: { kind: 'restart', refs: [focus.ref] } })
  else if (focus.isFull) show(focus.ref, { size: 'full' })
  else {
    // Its row is to be in sight.
    view.setState({ filter: allServers, query: '' })
    show(focus.ref, { size: 'peek', ...(focus.area && { area: focus.area }) })
  }
}

/** Follows each such request once. */
function useFocusFromTray() {
  const client = useClient()
  const focus = useAppState((state) => state.app.focus)
  const followed = useRef<number | null>(null)
  useEffect(() => {
    if (focus === null || focus.at === followed.current) return
    followed.current = focus.at
    follow(client, focus)
  }, [focus, client])
}

/**
 * The palette while it is open. It must stand behind the page as a component of its own. As it closes, the palette
 * looks for the row that was chosen in it, and React would otherwise take the palette away before the page has drawn
 * that row.
 */
function OpenPalette() {
  const { view } = useClient()
  const isOpen = useView((state) => state.palette)
  if (!isOpen) return null
  return (
    <>
      <EarlyKeys onEscape={() => view.setState({ palette: false })} />
      <Palette />
    </>
  )
}

/** @param wasElsewhere it comes after the first run */
function Shell({ wasElsewhere }: { wasElsewhere: boolean }) {
  const page = useView((state) => state.page)
  const hasLeft = useRef(wasElsewhere)
  useEffect(() => {
    if (page !== 'servers') hasLeft.current = true
  }, [page])
  useNarrow()
  useFocusFromTray()
  // The palette may be opened at any moment, so it is loaded right after the list.
  useEffect(() => void Palette.preload(), [])
  const told = (
    <>
      <Notices />
      <Done />
      <Problem />
    </>
  )
  return (
    <div className={styles.window} data-window>
      <TopBar plain={false} />
      <SideBar />
      <div className={styles.body}>
        {page !== 'servers' && told}
        {page === 'servers' && <ServersPage told={told} wasElsewhere={hasLeft.current} />}
        {page === 'activity' && <ActivityPage />}
        {page === 'keys' && <KeysPage />}
        {page === 'schedules' && <SchedulesPage />}
        {page === 'settings' && <SettingsPage />}
      </div>
      <OpenDialogs />
      <OpenPalette />
    </div>
  )
}

/** Shown before the first snapshot: nothing, grey rows when it is slow, the reason when it failed. */
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
              {tryAgain}
            </Button>
          </Empty>
        </div>
      ) : (
        <Skeleton />
      )}
    </main>
  )
}

const useLoaded = () => useStore(useClient().mirror.store, (state) => state.loaded)

/** A first key, then what is asked before the servers are shown. */
function FirstRun() {
  const hasKeys = useAppState((state) => Object.keys(state.keys).length > 0)
  return hasKeys ? <FirstRunEnd /> : <Welcome />
}

/** The main window: the first run, else servers and keys. */
function MainWindow() {
  const loaded = useLoaded()
  const firstRun = useAppState(isFirstRun)
  const wasFirstRun = useRef(false)
  useTellUnsaved()
  useEffect(() => {
    if (loaded && firstRun) wasFirstRun.current = true
  }, [loaded, firstRun])
  return (
    <>
      {loaded && !firstRun ? (
        <Shell wasElsewhere={wasFirstRun.current} />
      ) : (
        <div className={styles.window} data-window data-plain>
          <TopBar plain />
          <div className={styles.body}>
            {loaded && <Notices />}
            {loaded && <Problem />}
            {loaded ? <FirstRun /> : <Loading />}
          </div>
        </div>
      )}
      <Announcer />
    </>
  )
}

/** The keys that are typed before the palette has loaded come to it all the same. */
function EarlyPaletteKeys() {
  const hasFailed = useStore(useClient().mirror.store, (state) => state.error !== null)
  return hasFailed ? null : <EarlyKeys onEscape={() => window.close()} />
}

/** What this window shows, as its address says. */
export function App() {
  const loaded = useLoaded()
  const { hash } = location
  const console = ownConsole(hash)
  if (hash === '#palette')
    return (
      <>
        <EarlyPaletteKeys />
        {loaded ? <PaletteWindow /> : <Loading />}
        <Announcer />
      </>
    )
  if (hash.startsWith('#question-')) return loaded ? <QuestionWindow id={hash.slice(1)} /> : <Loading />
  if (console !== null)
    return (
      <>
        {loaded ? <ConsoleWindow name={console} /> : <Loading />}
        <Announcer />
      </>
    )
  return <MainWindow />
}
