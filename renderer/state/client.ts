import type { QueryClient } from '@tanstack/react-query'
import type { AppError } from '../../shared/error-schema.ts'
import { failureFacts } from '../../shared/failure-facts.ts'
import type { Bridge, CallArguments, PageChannel } from '../../shared/ipc/contract.ts'
import { type AreaId, peekAreas, rememberedArea } from '../../shared/model/area.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import { asksFirst } from '../../shared/model/preferences.ts'
import { setHourCycle } from '../../shared/model/time-words.ts'
import type { Result } from '../../shared/result.ts'
import { attempt } from '../bridge/bridge.ts'
import { createBatches } from './batches.ts'
import { createConsoles } from './consoles.ts'
import { createMirror } from './mirror.ts'
import { withDraft } from './unsaved-work.ts'
import {
  createView,
  type View,
  withCallError,
  withChosenArea,
  withCount,
  withoutCallError,
  withRecentEntry,
} from './view.ts'

/** Which key sends it, and whether a link asked for it. */
type SendMore = { readonly keyId?: KeyId | undefined; readonly origin?: 'link' }

/** True where no request was made, so that the key's health does not show the failure. */
function isNotAsked({ code }: AppError): boolean {
  const { delivery, health } = failureFacts(code)
  return delivery === 'not-sent' && health === null
}

/** The client over the bridge of the preload script; tests give a fake one. */
export function createClient(bridge: Bridge) {
  const mirror = createMirror(bridge)
  const view = createView()

  /** Runs a call, and counts it as under way until its failure is noted. */
  const counted = async <T>(call: () => Promise<Result<T>>, note: (error: AppError) => void): Promise<Result<T>> => {
    view.setState(withCount('calls', 1))
    const result = await attempt(call)
    if (!result.ok) note(result.error)
    view.setState(withCount('calls', -1))
    return result
  }

  const signalTo = async (ref: ServerRef, signal: PowerSignal, confirmed: boolean, more: SendMore) => {
    view.setState(withoutCallError(ref))
    const { keyId, origin } = more
    const request = { ref, signal, confirmed, ...(keyId && { keyId }), ...(origin && { origin }) }
    await counted(
      () => bridge.call('servers:power', request),
      (error) => view.setState(withCallError(ref, { error, at: Date.now() })),
    )
  }

  /** Runs what is told at the top where it fails. */
  const run = <T>(call: () => Promise<Result<T>>): Promise<Result<T>> => {
    view.setState({ problem: null })
    return counted(call, (problem) => view.setState({ problem }))
  }

  const setDraft = (ref: ServerRef, text: string) => view.setState(withDraft(ref, text))
  /**
   * Sends one console command. One that failed becomes the draft again where nothing else was typed meanwhile, so that
   * nothing is lost.
   */
  const command = async (ref: ServerRef, text: string, more?: { isPrivate?: true; keyId?: KeyId }) => {
    const result = await attempt(() => bridge.call('servers:command', { ref, command: text, ...more }))
    if (!result.ok && !view.getState().drafts[ref]) setDraft(ref, text)
    return result
  }
  // Before anything of the new state is drawn.
  mirror.store.subscribe(({ state }) => setHourCycle(state.preferences.hourCycle))
  const consoles = createConsoles(bridge)
  const batches = createBatches(command)
  let queries: QueryClient | null = null

  return {
    bridge,
    mirror,
    view,
    consoles,
    batches,
    command,
    setDraft,
    /**
     * Shows a server, in one size and area of its view; where they are not given, as they are, but full for an area that
     * has no room below the list. `filter` and the like stay, so that the list comes back as it was.
     */
    show(ref: ServerRef, { size, area }: { readonly size?: View['size']; readonly area?: AreaId } = {}): void {
      const known = view.getState().areas[ref] ?? rememberedArea(mirror.store.getState().state.preferences.areas, ref)
      const isNew = area !== undefined && area !== known
      view.setState((now) => ({
        page: 'servers',
        open: ref,
        ...(area !== undefined && !peekAreas.includes(area) ? { size: 'full' } : size && { size }),
        ...(isNew && withChosenArea(ref, area)(now)),
      }))
      // The person sees the area; a failure to remember it is not told.
      if (isNew) void attempt(() => bridge.call('preferences:setArea', { ref, area }))
    },
    /** What was asked of panels; made when it is first wanted, since its library is loaded late. */
    queries(create: () => QueryClient): QueryClient {
      queries ??= create()
      return queries
    },
    /**
     * Sends a signal, or asks first: always before a kill, otherwise as the person chose. `keyId` uses exactly that key.
     */
    power(ref: ServerRef, signal: PowerSignal, keyId?: KeyId): void {
      const { preferences, servers, players } = mirror.store.getState().state
      const { confirm } = preferences
      const state = servers[ref]?.state ?? 'unknown'
      const isFirst = !confirm.asked && (signal === 'stop' || signal === 'restart')
      if (isFirst || asksFirst(confirm, signal, state, players[ref]?.count, Date.now()))
        view.setState({ dialog: { kind: 'power', ref, signal, keyId, isFirst } })
      else void signalTo(ref, signal, false, { keyId })
    },
    /** Sends a signal that the person has confirmed, or that a link asked for. */
    confirmed(ref: ServerRef, signal: PowerSignal, more: SendMore = {}): void {
      view.setState(withRecentEntry(`${signal} ${ref}`))
      void signalTo(ref, signal, true, more)
    },
    run,
    /** Makes a call whose failure has no place of its own and is shown at the top. */
    send: <C extends PageChannel>(...request: CallArguments<C>): void => void run(() => bridge.call(...request)),
    /** Reads the list of one key again. A panel's refusal shows in the key's health, not a second time. */
    async refreshKey(keyId: KeyId): Promise<void> {
      view.setState({ problem: null })
      const result = await attempt(() => bridge.call('keys:refresh', { keyId }))
      if (!result.ok && isNotAsked(result.error)) view.setState({ problem: result.error })
    },
    dispose(): void {
      queries?.clear()
      queries?.unmount()
      batches.dispose()
      consoles.dispose()
      mirror.dispose()
    },
  }
}

/** What every component of the window works with. */
export type Client = ReturnType<typeof createClient>
