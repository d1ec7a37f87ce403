import { useEffect, useRef } from 'react'
import { isFirstRun } from '../features/first-run/is-first-run.ts'
import { useAppState, useClient, useView } from '../state/hooks.ts'
import type { Page } from '../state/view.ts'
import { lazy } from '../ui/lazy.tsx'
import { Announcer } from './Announcer.tsx'
import styles from './App.module.css'
import { EarlyKeys } from './EarlyKeys.tsx'
import { Loading } from './Loading.tsx'
import { Done, Notices, Problem } from './Notices.tsx'
import { OpenDialogs } from './OpenDialogs.tsx'
import { ServersPage } from './ServersPage.tsx'
import { SideBar } from './SideBar.tsx'
import { TopBar } from './TopBar.tsx'
import { useTellUnsaved } from './unsaved.ts'
import { useFocusFromTray } from './use-focus-from-tray.ts'
import { useNarrow } from './use-narrow.ts'

// Loaded when first opened, so that the list comes first.
const pages: Readonly<Record<Exclude<Page, 'servers'>, React.FunctionComponent>> = {
  activity: lazy(async () => (await import('../features/activity/ActivityPage.tsx')).ActivityPage),
  keys: lazy(async () => (await import('../features/keys/KeysPage.tsx')).KeysPage),
  schedules: lazy(async () => (await import('../features/schedules/SchedulesPage.tsx')).SchedulesPage),
  settings: lazy(async () => (await import('../features/settings/SettingsPage.tsx')).SettingsPage),
}
const Palette = lazy(async () => (await import('../features/palette/Palette.tsx')).Palette)
const FirstRunEnd = lazy(async () => (await import('../features/first-run/FirstRunEnd.tsx')).FirstRunEnd)
const Welcome = lazy(async () => (await import('../features/keys/Welcome.tsx')).Welcome)

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
  const OtherPage = page === 'servers' ? null : pages[page]
  const hasLeft = useRef(wasElsewhere)
  useEffect(() => {
    if (page !== 'servers') hasLeft.current = true
  }, [page])
  useNarrow()
  useFocusFromTray()
  // The palette may be opened at any moment, so it is loaded right after the list.
  useEffect(() => void Palette.preload(), [])
  const notices = (
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
      <div className={styles.body} data-frame>
        {OtherPage === null ? (
          <ServersPage notices={notices} wasElsewhere={hasLeft.current} />
        ) : (
          <>
            {notices}
            <OtherPage />
          </>
        )}
      </div>
      <OpenDialogs />
      <OpenPalette />
    </div>
  )
}

/** A first key, then what is asked before the servers are shown. */
function FirstRun() {
  const hasKeys = useAppState((state) => Object.keys(state.keys).length > 0)
  return hasKeys ? <FirstRunEnd /> : <Welcome />
}

/**
 * The main window: the first run, else servers and keys.
 * @param loaded the app's state is known
 */
export function MainWindow({ loaded }: { loaded: boolean }) {
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
          <div className={styles.body} data-frame>
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
