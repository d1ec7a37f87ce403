import type { AppError } from '../../shared/errors.ts'
import type { ActivityEntry, ActivityEvent } from '../../shared/model/activity.ts'
import { type ServerIdentifier, serverRef } from '../../shared/model/identifier.ts'
import { knows, missingPermissionOf } from '../../shared/model/key-permissions.ts'
import { incomplete } from '../../shared/model/left-out.ts'
import { isAll, type Permission } from '../../shared/model/permission.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { PlanView } from '../../shared/model/restart.ts'
import type { RestoreView } from '../../shared/model/restore.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { Access } from './access.ts'
import type { Command } from './commands.ts'
import { type ExitCode, exitCodes, formatJson } from './format.ts'
import { listAll, notFound, patientCall, report, type Session } from './session.ts'

export type Action = Extract<Command, { name: 'power' } | { name: 'send' }>

/** The key to act with, and the server's name as its list gives it. */
export type Target = { readonly access: Access; readonly name: string }

export type NoteActivity = (entry: ActivityEntry) => Promise<void>

const notAll = {
  message: 'Nothing was sent: that needs a key with all permissions, and you said in Servertray that yours has not.',
}

/**
 * The key to act with: of those whose list has the server one declared to have the permission, else one not
 * declared to lack it. Two panels that both have a server of that identifier need a choice.
 */
export async function findTarget(
  session: Session,
  accesses: readonly Access[],
  { identifier, permission }: { readonly identifier: ServerIdentifier; readonly permission: Permission | 'all' },
): Promise<Result<Target>> {
  const { read, errors } = await listAll(session, accesses)
  if (session.stopped.aborted) return fail('cancelled')
  const targets = read.flatMap(({ access, list }) => {
    const server = list.servers.find((one) => one.identifier === identifier)
    return server === undefined ? [] : [{ access, name: server.name }]
  })
  const holders = targets.map(({ access }) => access)
  const [first] = targets
  if (first === undefined) {
    return fail(errors[0] ?? notFound(read.flatMap(({ access, list }) => incomplete(access.panel, list.leftOut))))
  }
  if (holders.some((holder) => holder.baseUrl !== first.access.baseUrl)) {
    return fail('invalid-request', {
      message: 'Several panels have a server with this identifier.',
      hint: 'Choose one with --panel NAME. Run list to see the names.',
    })
  }
  if (permission === 'all') {
    const able = targets.find(({ access }) => access.declared === null || isAll(access.declared))
    return able === undefined ? fail('all-permissions-needed', notAll) : ok(able)
  }
  const known = holders.map(({ declared }) => ({ declared, learned: [] }))
  const now = session.clock.now()
  const missing = missingPermissionOf(known, permission, now)
  if (missing !== null) {
    return fail('permission-lacking', {
      message: `Nothing was sent: ${missing.reason}, as you said in Servertray.`,
      hint: missing.hint,
    })
  }
  const knowledge = known.map((key) => knows(key, permission, now))
  return ok(targets[knowledge.indexOf('has')] ?? targets[knowledge.indexOf('unknown')] ?? first)
}

/** What the activity list keeps of a signal: the command line does not wait for what comes of it. */
export function eventOfPower(signal: PowerSignal, error: AppError | null): ActivityEvent {
  const phase = error === null || error.mayHaveActed ? 'unconfirmed' : 'refused'
  const why = error === null ? null : safeText(error.message)
  return { kind: 'power', signal, origin: 'cli', phase, why }
}

/** What the activity list keeps of a backup. */
export function eventOfBackup(error: AppError | null): ActivityEvent {
  const isKnown = error === null || (!error.mayHaveActed && error.code !== 'backup-not-seen')
  const phase = error === null ? 'done' : isKnown ? 'failed' : 'not-seen'
  return { kind: 'backup', phase, origin: 'cli', why: error === null ? null : safeText(error.message) }
}

/** What the activity list keeps of a restore; null for one that was given up, or that nobody waited for. */
export function eventOfRestore({ phase, error }: RestoreView): ActivityEvent | null {
  if (phase !== 'done' && phase !== 'failed' && phase !== 'unknown') return null
  return { kind: 'restore', phase, origin: 'cli', why: error === null ? null : safeText(error.message) }
}

/** What the activity list keeps of an action; of a command that was not sent, nothing. */
function eventOf(action: Action, error: AppError | null): ActivityEvent | null {
  if (action.name === 'power') return eventOfPower(action.signal, error)
  return error === null ? { kind: 'command', origin: 'cli' } : null
}

/** What the activity list keeps of a restart with warnings; one that the panel took is as good as done here. */
export function eventOfPlan({ phase, error }: PlanView): ActivityEvent {
  const why = error === null ? null : safeText(error.message)
  const end = phase === 'cancelled' || phase === 'failed' || phase === 'missed' ? phase : 'done'
  return { kind: 'plan', phase: end, origin: 'cli', why }
}

/** Adds what was done to the activity list of the profile; with a key of the environment there is none. */
export async function noteAction(
  done: {
    readonly event: ActivityEvent
    readonly access: Access | undefined
    readonly identifier: ServerIdentifier
    readonly name: string
  },
  clock: Clock,
  note: NoteActivity,
): Promise<void> {
  const { event, access, identifier, name } = done
  if (access?.panelId == null) return
  const ref = serverRef(access.panelId, identifier)
  await note({ id: crypto.randomUUID(), at: clock.now(), ref, name: safeText(name), event })
}

/** Sends the signal or the command and says that the panel took it, which is all that it tells. */
export async function runAction(
  session: Session,
  action: Action,
  { access, name }: Target,
  note: NoteActivity,
): Promise<ExitCode> {
  const { options, stdout, stderr, clock } = session
  const { client } = access
  const { identifier } = action
  const call = patientCall(session)
  const result =
    action.name === 'power'
      ? await client.sendPower(identifier, action.signal, call)
      : await client.sendCommand(identifier, action.text, call)
  const event = eventOf(action, result.ok ? null : result.error)
  if (event !== null) await noteAction({ event, access, identifier, name }, clock, note)
  if (!result.ok) return report(stderr, result.error, options.json)
  const done = action.name === 'power' ? { identifier, signal: action.signal } : { identifier, command: action.text }
  const what = action.name === 'power' ? action.signal : 'the command'
  stdout.write(options.json ? formatJson(done) : `The panel accepted ${what} for ${identifier}.\n`)
  return exitCodes.done
}
