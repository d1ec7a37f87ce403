import { join } from 'node:path'
import { permissions } from '../../shared/keys/permission.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { KeyRegistry } from '../keys/registry.ts'
import { createQueue } from '../lib/queue.ts'
import type { LoadHistory } from '../load-history/history.ts'
import { describeFailure } from '../log/logger.ts'
import type { ServerLists } from '../servers/lists.ts'
import type { FeatureBasics } from '../state/feature.ts'
import type { DemoPanel } from './demo-panel.ts'

type Context = Pick<FeatureBasics, 'store' | 'clock' | 'log' | 'profile'> & {
  openExternal: (address: string) => Promise<Result<void>>
}

type Uses = { registry: KeyRegistry; lists: ServerLists; backfill: LoadHistory['backfill'] }

const label = 'Demo'
const keyInput = { description: 'Servertray on this computer', servers: 'all', permissions } as const

/** The demo panel inside the app: on loopback only, started on demand and with the app where a key of it is kept. */
export function createDemoFeature(
  { store, clock, log, profile, openExternal }: Context,
  { registry, lists, backfill }: Uses,
) {
  const file = join(profile, 'demo-panel.json')
  /** Starts and ends of the panel, one after another. */
  const turns = createQueue()
  let running: DemoPanel | null = null
  let adding: Promise<Result<{ keyId: KeyId }>> | undefined
  let listed = 0
  const unsubscribe = store.subscribe(() => {
    const before = listed
    listed = demoKeys().length
    if (before > 0 && listed === 0) void stop()
  })

  const demoKeys = () => {
    const { keys, panels } = store.get()
    return Object.values(keys).filter((key) => panels[key.panelId]?.kind === 'demo')
  }

  /** Without a key nobody can use it, so it stops listening; it starts again on demand. */
  const stop = () =>
    turns.run(async () => {
      const ended = running
      running = null
      await ended?.dispose()
    })

  async function launch(): Promise<Result<DemoPanel>> {
    try {
      const { createDemoPanel } = await import('./demo-panel.ts')
      // The panel stands for another computer, so setting this one's clock does not change the panel's.
      const panel = createDemoPanel({
        clock: { ...clock, now: clock.steady },
        file,
        log: (line) => log.warn(line),
      })
      const started = await panel.start()
      if (!started.ok) {
        await panel.dispose()
        return started
      }
      registry.moveDemo(started.value.baseUrl)
      running = panel
      return ok(panel)
    } catch (failure) {
      log.error('the demo panel could not be started', { failure: describeFailure(failure) })
      return fail('demo-failed')
    }
  }

  /** One that failed to start may be started again. */
  const start = () => turns.run(async () => (running === null ? launch() : ok(running)))

  /** Creates the app's key of the demo panel, and revokes those it created before and no longer has. */
  function makeToken(panel: DemoPanel): Result<string> {
    for (const old of panel.listKeys()) {
      if (old.description === keyInput.description) panel.deleteKey(old.id)
    }
    const made = panel.createKey(keyInput)
    return made.ok ? ok(made.value.token) : made
  }

  async function addKey(): Promise<Result<{ keyId: KeyId }>> {
    const panel = await start()
    if (!panel.ok) return panel
    const known = demoKeys()[0]
    if (known !== undefined) return ok({ keyId: known.id })
    const baseUrl = panel.value.baseUrl()
    if (baseUrl === null) return fail('demo-failed')
    const token = makeToken(panel.value)
    if (!token.ok) return token
    const added = await registry.addDemo({ baseUrl, token: token.value, label })
    if (added.ok) {
      await lists.refresh(added.value.keyId)
      tellPast(panel.value, added.value.keyId)
    }
    return added
  }

  /** Makes up the past of the demo's servers, so that their plots are not empty at the first look. */
  function tellPast(panel: DemoPanel, keyId: KeyId): void {
    for (const { ref, identifier, keyIds } of Object.values(store.get().servers)) {
      if (keyIds.includes(keyId)) backfill(ref, panel.loadBefore(identifier, clock.now()))
    }
  }

  /** Starts the demo panel where the list has a key of it; a token that the vault lost is made anew, as only here. */
  async function resume(): Promise<Result<unknown>> {
    const [key] = demoKeys()
    if (key === undefined) return ok()
    const panel = await start()
    if (!panel.ok) return panel
    const listed = await lists.refresh(key.id)
    if (listed.ok || listed.error.code !== 'token-unreadable') return ok()
    const token = makeToken(panel.value)
    return token.ok ? registry.replaceToken(key.id, token.value) : token
  }

  const api = {
    /** Starts the demo panel and adds a key of it, stored like any other. */
    async add(): Promise<Result<{ keyId: KeyId }>> {
      // The window and a second start of the app may ask at the same time.
      adding ??= addKey().finally(() => {
        adding = undefined
      })
      return adding
    },
    /** Opens the demo panel in the browser through a one-time link. */
    async open(): Promise<Result<void>> {
      const panel = await start()
      if (!panel.ok) return panel
      const link = panel.value.oneTimeLink()
      return link.ok ? openExternal(link.value) : link
    },
  }
  return {
    api,
    handlers: { 'demo:add': api.add, 'demo:open': api.open },
    async start(options) {
      const resumed = await resume()
      if (!resumed.ok) log.error('the demo panel did not start', { code: resumed.error.code })
      if (!options.demo) return
      const added = await api.add()
      if (!added.ok) log.error('the demo panel could not be added', { code: added.error.code })
    },
    async dispose() {
      unsubscribe()
      await stop()
    },
  } satisfies Feature<'demo:add' | 'demo:open'> & { readonly api: unknown }
}
