import { catalogue } from '../../shared/error-catalogue.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { identifierIn, type ServerIdentifier, type ServerRef, serverRef } from '../../shared/model/identifier.ts'
import { panelIdSchema } from '../../shared/model/identifier-schema.ts'
import { fail, type Result } from '../../shared/result.ts'
import { createSaveGuard, type SendOptions } from '../backups/save-guard.ts'
import type { SaveJournals } from '../backups/save-journals.ts'
import type { LeftUnsaved } from '../backups/save-orphans.ts'
import type { Unsaved } from '../backups/unsaved.ts'
import { createNotices } from '../state/notices.ts'
import { createStore } from '../state/store.ts'
import type { Access } from './access.ts'
import { formatNotice } from './format.ts'
import type { Session } from './session.ts'
import { stateOf } from './state.ts'

export type SavingServer = { readonly baseUrl: string; readonly identifier: ServerIdentifier; readonly name: string }

export type Saving = {
  /**
   * Sends a console command of a backup, once, by a key of its panel; also after the person ended the command. A
   * command that stops saving is noted on disk first, with the one that undoes it.
   * @param access the key that has the server; it is tried first
   */
  send(server: SavingServer, command: string, access?: Access): Promise<Result<void>>
  /** Lets servers save again that a command that was killed left without, beside the command. */
  mend(): Promise<void>
  /** A person sent a console command by themselves, and the panel took it. */
  settled(server: Omit<SavingServer, 'name'>, command: string): void
  /** Says what is to be said of servers that may not save, each thing once. */
  tell(): void
  /** The same, at the end of the command. */
  dispose(): Promise<void>
}

/** True for a failure of the key's own, after which surely nothing was done: another key of the panel may do it. */
function isOfKey({ code, mayHaveActed }: AppError): boolean {
  const { health } = catalogue[code]
  const isRefusal = health === 'refused' || health === 'unreadable' || health === 'permission'
  return !mayHaveActed && (isRefusal || code === 'server-not-found')
}

/**
 * The journal of the servers that a command keeps from saving, and what a killed one left of them.
 * @param hasAllKeys the keys are all that a person has for these panels
 */
export function createSaving(
  session: Session,
  accesses: readonly Access[],
  journals: SaveJournals,
  hasAllKeys: boolean,
): Saving {
  const { clock, stderr, options, stopped } = session
  const notices = createNotices()
  const panels = [...new Set(accesses.map(({ baseUrl }) => baseUrl))]
  const known = new Map<ServerRef, SavingServer & { readonly at: number }>()
  const firstKeys = new Map<ServerRef, Access>()
  const told = new Set<string>()
  let mending = Promise.resolve()
  let kept: readonly Unsaved[] = []

  function refOf(server: SavingServer, at = clock.now()): ServerRef {
    const ref = serverRef(panelIdSchema.parse(`panel-${panels.indexOf(server.baseUrl)}`), server.identifier)
    known.set(ref, { ...server, at: known.get(ref)?.at ?? at })
    return ref
  }

  const toLeft = ({ ref, name, undo, isUndoSent }: Unsaved): readonly LeftUnsaved[] => {
    const server = known.get(ref)
    return server === undefined ? [] : [{ ...server, name, undo, isUndoSent }]
  }

  async function send(ref: ServerRef, command: string, sending: SendOptions): Promise<Result<void>> {
    const first = firstKeys.get(ref)
    const ofPanel = accesses.filter(({ baseUrl }) => baseUrl === known.get(ref)?.baseUrl)
    const inOrder = first === undefined ? ofPanel : [first, ...ofPanel.filter((one) => one !== first)]
    const able = inOrder.filter(({ declared }) => declared?.includes('console') ?? true)
    // Only a command that lets it save again goes out after the person ended this one.
    const isUndoing = kept.some((one) => one.ref === ref && one.undo === command)
    const refusals: AppError[] = []
    for (const { client, afterStop } of able) {
      const { sendCommand } = isUndoing ? afterStop : client
      const sent = await sendCommand(identifierIn(ref), command, sending)
      if (sent.ok || !isOfKey(sent.error)) return sent
      refusals.push(sent.error)
    }
    // Gone only where each key says so.
    const refusal = refusals.find(({ code }) => code !== 'server-not-found')
    return fail(refusal ?? (able.length < inOrder.length ? undefined : refusals[0]) ?? 'permission-lacking')
  }

  const guard = createSaveGuard({
    store: createStore(stateOf(accesses)),
    nameOf: (ref) => known.get(ref)?.name ?? ref,
    file: {
      get: () => kept,
      set(next) {
        kept = next
        return journals.keep(next.flatMap(toLeft))
      },
    },
    notices,
    reader: 'command-line',
    clock,
    send,
    asksAllKeys: hasAllKeys,
  })

  function tell(): void {
    for (const notice of Object.values(notices.all())) {
      const text = formatNotice(notice, options.json)
      if (told.has(text)) continue
      told.add(text)
      stderr.write(text)
    }
  }

  return {
    send(server, command, access) {
      const ref = refOf(server)
      if (access !== undefined) firstKeys.set(ref, access)
      return guard.send(ref, command)
    },
    mend() {
      journals.takeOver(
        ({ baseUrl }) => panels.includes(baseUrl),
        (all) =>
          guard.adopt(
            all.map(({ undo, isUndoSent, at, ...server }) => ({
              ref: refOf(server, at),
              name: server.name,
              undo,
              isUndoSent,
            })),
          ),
      )
      mending = guard.mend(stopped)
      return mending
    },
    settled: (server, command) => guard.settled(refOf({ ...server, name: server.identifier }), command),
    tell,
    async dispose() {
      await guard.dispose(mending)
      tell()
      journals.dispose()
    },
  }
}
