import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { Result } from '../../shared/result.ts'
import { serverNames } from '../../shared/servers/names.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { Client } from './client.ts'
import { allServers, type Filter, type View, withCount } from './view.ts'

const ClientContext = createContext<Client | null>(null)
export const ClientProvider = ClientContext.Provider

/** The client of this window. */
export function useClient(): Client {
  const client = use(ClientContext)
  if (client === null) throw new Error('useClient needs a ClientProvider above it')
  return client
}

/** Runs calls like `client.run`, but one at a time, so that a double click makes one call. */
export function useRunOnce() {
  const { run } = useClient()
  const isBusy = useRef(false)
  return async (call: () => Promise<Result<unknown>>) => {
    if (isBusy.current) return
    isBusy.current = true
    await run(call)
    isBusy.current = false
  }
}

/** A part of the app's state; the caller renders again only when that part changed. */
export function useAppState<T>(select: (state: AppState) => T): T {
  return useStore(useClient().mirror.store, (mirror) => select(mirror.state))
}

/** The server as it is now, for a dialog that was opened with it; as it was where it is gone. */
export const useLive = (server: ServerView): ServerView => useAppState(({ servers }) => servers[server.ref]) ?? server

/**
 * The names of servers in a question, told apart where they look alike. Taken when it opens, since all servers are
 * compared for it, and anew with another `name`, for what stays open while its server is renamed.
 */
export function useServerNames(name?: string): ReturnType<typeof serverNames> {
  const { mirror } = useClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names in the state change with it
  return useMemo(() => serverNames(mirror.store.getState().state), [mirror, name])
}

/** A part of what this window shows; the caller renders again only when that part changed. */
export function useView<T>(select: (view: View) => T): T {
  return useStore(useClient().view, select)
}

/**
 * Counts the caller while it is shown and `isOn`: as a form in which something may be typed, so that a hidden window is
 * kept for it; or as a dialog that lies over the page.
 */
export function useCounted(counter: 'forms' | 'dialogs', isOn = true): void {
  const { view } = useClient()
  useEffect(() => {
    if (!isOn) return
    view.setState(withCount(counter, 1))
    return () => view.setState(withCount(counter, -1))
  }, [counter, isOn, view])
}

/** The filter in force: all servers where the panel it names is gone. */
export function useFilter(): Filter {
  const filter = useView((view) => view.filter)
  const gone = useAppState((state) => filter.kind === 'panel' && state.panels[filter.id] === undefined)
  return gone ? allServers : filter
}

/**
 * The time now, read again whenever the computer's clock comes to a multiple of `everyMs`, so that all callers change at
 * the same moment; `null` reads it only when something else renders.
 */
export function useNow(everyMs: number | null): number {
  const [, tick] = useState(0)
  useEffect(() => {
    if (everyMs === null) return
    let timer: ReturnType<typeof setTimeout>
    // A new timer each time: an interval would drift.
    const wind = () => {
      timer = setTimeout(next, everyMs - (Date.now() % everyMs))
    }
    const next = () => {
      tick((n) => n + 1)
      wind()
    }
    wind()
    return () => clearTimeout(timer)
  }, [everyMs])
  return Date.now()
}

/** The current second in unix milliseconds, for countdowns; updates while `isOn`. */
export function useSecond(isOn: boolean): number {
  const now = useNow(isOn ? 1_000 : null)
  return isOn ? Math.floor(now / 1_000) * 1_000 : now
}

/** True once `ms` have passed since the component appeared, so that quick answers show no placeholder. */
export function useElapsed(ms: number): boolean {
  const [elapsed, setElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return elapsed
}
