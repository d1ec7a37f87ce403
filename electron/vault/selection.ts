import { createListeners } from '../../shared/listeners.ts'
import type { Clock } from '../lib/clock.ts'
import { late, withTimeout } from '../lib/time-limit.ts'
import type { Logger } from '../log/logger.ts'
import { describeFailure } from '../log/logger.ts'
import type { VaultBackend } from './backend.ts'

export type Backends = readonly [VaultBackend, ...VaultBackend[]]

export type SelectionDeps = {
  /** In order of preference; the last must always work (memory). */
  backends: Backends
  clock: Clock
  log: Logger
  /**
   * How long a probe may take before the next backend is tried, in milliseconds; a locked keyring waits for a person.
   */
  probeMs?: number
}

/** A fixed name, so that the next probe removes what a killed run left behind. */
const probeAccount = 'servertray-probe'

async function works(backend: VaultBackend): Promise<boolean> {
  const secret = crypto.randomUUID()
  await backend.set(probeAccount, secret)
  try {
    return (await backend.get(probeAccount)) === secret
  } finally {
    await backend.delete(probeAccount)
  }
}

/**
 * Chooses the backend for new secrets: the best that has passed a real write, read and delete. Probes that exceed the limit
 * go on, and count when they pass later.
 */
export function createSelection({ backends, clock, log, probeMs = 4_000 }: SelectionDeps) {
  const listeners = createListeners<[backend: VaultBackend]>()
  const probes = new Map<VaultBackend, Promise<boolean>>()
  let best: VaultBackend | undefined
  let round: Promise<VaultBackend> | undefined

  function takeUp(backend: VaultBackend): void {
    if (best !== undefined && backends.indexOf(best) <= backends.indexOf(backend)) return
    best = backend
    listeners.notify(backend)
  }

  async function probe(backend: VaultBackend): Promise<boolean> {
    const passed = await works(backend).catch((failure: unknown) => {
      log.warn('a vault backend does not work here', { backend: backend.name, failure: describeFailure(failure) })
      return false
    })
    probes.delete(backend)
    if (passed) takeUp(backend)
    return passed
  }

  /** One probe at a time for each backend: a second one would only ask the person twice. */
  async function passes(backend: VaultBackend): Promise<boolean> {
    const probing = probes.get(backend) ?? probe(backend)
    probes.set(backend, probing)
    const passed = await withTimeout(clock, probeMs, probing)
    if (passed === late) log.warn('a vault backend does not answer in time', { backend: backend.name })
    return passed === true
  }

  async function runRound(): Promise<VaultBackend> {
    for (const backend of backends) if (backend === best || (await passes(backend))) break
    if (best === undefined) takeUp(backends.at(-1) ?? backends[0])
    round = undefined
    return best ?? backends[0]
  }

  const retry = () => {
    round ??= runRound()
    return round
  }

  return {
    /** Waits for the first round of probes. */
    current: async (): Promise<VaultBackend> => best ?? retry(),
    /** Probes better backends than the current one again, since a keyring may have been unlocked. */
    retry,
    /** Calls `listener` with each backend chosen: the first, and any better one later. */
    onChange: listeners.add,
  }
}
