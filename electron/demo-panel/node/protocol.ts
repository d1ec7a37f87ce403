import type { PowerSignal } from '../../../shared/model/power.ts'
import { powerSignalSchema } from '../../../shared/model/power-schema.ts'
import { signalPermission } from '../areas/rights.ts'
import type { Conflict } from '../machine/live-server.ts'
import type { Phase } from '../machine/machine.ts'
import { type Claims, holds, noToken } from './claims.ts'

/** What a connection does about one message. */
export type Decision =
  | { readonly kind: 'ignore' }
  | { readonly kind: 'authenticate'; readonly claims: Claims }
  /** The token in use is not good: an error of plain text. */
  | { readonly kind: 'jwt-error'; readonly text: string }
  /** The message itself failed: the text is sent behind `Error Event [uuid]: `. */
  | { readonly kind: 'error'; readonly event: 'jwt error' | 'daemon error'; readonly text: string }
  | { readonly kind: 'signal'; readonly signal: PowerSignal }
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'logs' }
  | { readonly kind: 'stats' }

export type Situation = {
  /** The claims of the last good `auth`; null before one. */
  readonly claims: Claims | null
  /** The claims of a token that the panel signed; null for any other text. */
  readonly read: (token: string) => Claims | null
  /** Why claims are not good now; null when they are. */
  readonly trouble: (claims: Claims) => string | null
  readonly phase: Phase
  readonly conflict: Conflict
}

const ignore: Decision = { kind: 'ignore' }
const failed: Decision = {
  kind: 'error',
  event: 'daemon error',
  text: 'an unexpected error was encountered while handling this request',
}
const lockBusy: Decision = {
  kind: 'error',
  event: 'daemon error',
  text: 'another power action is currently being processed for this server, please try again later',
}

/** What the node does about one message (the panel's API, *Websocket*). Arguments are joined. Pure. */
export function decide(event: string, args: readonly string[], situation: Situation): Decision {
  const text = args.join('')
  if (event === 'auth') return authenticate(text, situation)
  const { claims } = situation
  if (claims === null) return { kind: 'jwt-error', text: noToken }
  const trouble = situation.trouble(claims)
  if (trouble !== null) return { kind: 'jwt-error', text: trouble }
  switch (event) {
    case 'send logs':
      return hasProcess(situation.phase) ? { kind: 'logs' } : ignore
    case 'send stats':
      return { kind: 'stats' }
    case 'send command': {
      const heard = situation.phase === 'running' && holds(claims.permissions, 'control.console')
      return heard ? { kind: 'command', command: text } : ignore
    }
    case 'set state':
      return power(text, claims, situation)
    default:
      return ignore
  }
}

function authenticate(token: string, { read, trouble }: Situation): Decision {
  const claims = read(token)
  if (claims === null) return failed
  const text = trouble(claims)
  return text === null ? { kind: 'authenticate', claims } : { kind: 'error', event: 'jwt error', text }
}

function power(text: string, claims: Claims, { phase, conflict }: Situation): Decision {
  const signal = powerSignalSchema.safeParse(text)
  if (!signal.success) return failed
  if (!holds(claims.permissions, signalPermission[signal.data])) return ignore
  if (conflict !== null) return failed
  const lockHeld = phase === 'preparing' || phase === 'stopping'
  if (lockHeld && signal.data !== 'kill') return lockBusy
  return signal.data === 'start' && hasProcess(phase) ? failed : { kind: 'signal', signal: signal.data }
}

function hasProcess(phase: Phase): boolean {
  return phase === 'starting' || phase === 'running' || phase === 'stopping'
}
