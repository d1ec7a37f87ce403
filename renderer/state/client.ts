import type { StoreApi } from 'zustand/vanilla'
import type { ErrorCode } from '../../shared/errors.ts'
import type { Bridge } from '../../shared/ipc/contract.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { Result } from '../../shared/result.ts'
import { attempt } from '../bridge/bridge.ts'
import { createMirror, type Mirror } from './mirror.ts'
import { createView, type View } from './view.ts'

/** What every part of the window works with. */
export type Client = {
  readonly bridge: Bridge
  readonly mirror: Mirror
  readonly view: StoreApi<View>
  /** Sends a signal; kill asks first and is sent by `confirmKill`. */
  power(ref: ServerRef, signal: PowerSignal): void
  confirmKill(): void
  /** Runs a call whose failure has no place of its own, and shows the failure at the top. */
  run<T>(call: () => Promise<Result<T>>): Promise<Result<T>>
  /** Reads the list of one key again. What the panel answers is told by the key's health, not a second time. */
  refreshKey(keyId: KeyId): Promise<void>
  dispose(): void
}

/** What keeps a key from being asked at all, and so is not in its health. */
const notAsked: ReadonlySet<ErrorCode> = new Set(['unknown-key', 'invalid-request', 'sender-refused', 'internal'])

export function createClient(bridge: Bridge): Client {
  const mirror = createMirror(bridge)
  const view = createView()

  const send = async (ref: ServerRef, signal: PowerSignal) => {
    const { [ref]: _, ...others } = view.getState().callErrors
    view.setState({ callErrors: others })
    const result = await attempt(() => bridge.call['servers:power']({ ref, signal, confirmed: signal === 'kill' }))
    if (result.ok) return
    const failed = { error: result.error, at: Date.now() }
    view.setState(({ callErrors }) => ({ callErrors: { ...callErrors, [ref]: failed } }))
  }

  return {
    bridge,
    mirror,
    view,
    power(ref, signal) {
      if (signal === 'kill') view.setState({ killing: ref })
      else void send(ref, signal)
    },
    confirmKill() {
      const { killing } = view.getState()
      view.setState({ killing: null })
      if (killing !== null) void send(killing, 'kill')
    },
    async run(call) {
      view.setState({ problem: null })
      const result = await attempt(call)
      if (!result.ok) view.setState({ problem: result.error })
      return result
    },
    async refreshKey(keyId) {
      view.setState({ problem: null })
      const result = await attempt(() => bridge.call['keys:refresh']({ keyId }))
      if (!result.ok && notAsked.has(result.error.code)) view.setState({ problem: result.error })
    },
    dispose: () => mirror.dispose(),
  }
}
