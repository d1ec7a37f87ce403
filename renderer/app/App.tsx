import { StrictMode } from 'react'
import { useStore } from 'zustand'
import type { Client } from '../state/client.ts'
import { ClientProvider, useClient } from '../state/hooks.ts'
import { lazy } from '../ui/lazy.tsx'
import { Announcer } from './Announcer.tsx'
import { EarlyKeys } from './EarlyKeys.tsx'
import { Loading } from './Loading.tsx'
import { MainWindow } from './MainWindow.tsx'
import { ownConsole } from './own-console.ts'

// Other windows than the main one are loaded when they are shown, so that the list comes first.
const ConsoleWindow = lazy(async () => (await import('./ConsoleWindow.tsx')).ConsoleWindow)
const PaletteWindow = lazy(async () => (await import('./PaletteWindow.tsx')).PaletteWindow)
const QuestionWindow = lazy(async () => (await import('./QuestionWindow.tsx')).QuestionWindow)

/** The keys that are typed before the palette has loaded come to it all the same. */
function EarlyPaletteKeys() {
  const hasFailed = useStore(useClient().mirror.store, (state) => state.error !== null)
  return hasFailed ? null : <EarlyKeys onEscape={() => window.close()} />
}

/** What this window shows, as its address says. */
function App() {
  const loaded = useStore(useClient().mirror.store, (state) => state.loaded)
  const { hash } = location
  const console = ownConsole(hash)
  if (hash.startsWith('#question-')) return loaded ? <QuestionWindow id={hash.slice(1)} /> : <Loading />
  const isPalette = hash === '#palette'
  if (!isPalette && console === null) return <MainWindow loaded={loaded} />
  const own = console === null ? <PaletteWindow /> : <ConsoleWindow name={console} />
  return (
    <>
      {isPalette && <EarlyPaletteKeys />}
      {loaded ? own : <Loading />}
      <Announcer />
    </>
  )
}

export function Root({ client }: { client: Client }) {
  return (
    <StrictMode>
      <ClientProvider value={client}>
        <App />
      </ClientProvider>
    </StrictMode>
  )
}
