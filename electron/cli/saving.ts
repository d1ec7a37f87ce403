import type { ServerIdentifier, ServerRef } from '../../shared/model/identifier.ts'
import { identifierIn, serverRef } from '../../shared/model/identifier.ts'
import { panelIdSchema } from '../../shared/model/identifier-schema.ts'
import { fail, type Result } from '../../shared/result.ts'
import { createSaveGuard } from '../backups/save-guard.ts'
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
   * Sends a console command of a backup, once, by a key of its panel; also after the person ended the command. What keeps
   * the server from saving and its undoing are on disk before.
   */
  send(server: SavingServer, command: string): Promise<Result<void>>
  /** Lets servers save again that a command that was killed left without. */
  mend(): Promise<void>
  /** A person sent a console command by themselves, and the panel took it. */
  settled(server: Omit<SavingServer, 'name'>, command: string): void
  /** Says what is to be said of servers that may not save, each thing once. */
  tell(): void
  /** The same, at the end of the command. */
  dispose(): Promise<void>
}

/** Another key of the panel may have the server, or be allowed to tell it something. Nothing was sent then. */
const isOthers = (code: string) => code === 'server-not-found' || code === 'permission-lacking'

/** The journal of the servers that a command keeps from saving, and what a killed one left of them. */
export function createSaving(session: Session, accesses: readonly Access[], journals: SaveJournals): Saving {
  const { clock, stderr, options, stopped } = session
  const notices = createNotices()
  const panels = [...new Set(accesses.map(({ baseUrl }) => baseUrl))]
  const known = new Map<ServerRef, SavingServer & { readonly at: number }>()
  const told = new Set<string>()
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

  async function send(ref: ServerRef, command: string, signal: AbortSignal): Promise<Result<void>> {
    const able = accesses.filter(
      ({ baseUrl, declared }) => baseUrl === known.get(ref)?.baseUrl && (declared?.includes('console') ?? true),
    )
    // What lets it save again goes out also while the person's end is told.
    const isUndoing = kept.some((one) => one.ref === ref && one.undo === command)
    let sent: Result<void> = fail('permission-lacking')
    for (const { client, afterStop } of able) {
      const { sendCommand } = isUndoing || stopped.aborted ? afterStop : client
      sent = await sendCommand(identifierIn(ref), command, { signal })
      if (sent.ok || sent.error.mayHaveActed || !isOthers(sent.error.code)) return sent
    }
    return sent
  }

  const guard = createSaveGuard({
    store: createStore(stateOf(accesses)),
    nameOf: (ref) => known.get(ref)?.name ?? ref,
    file: {
      get: () => kept,
      set(next) {
        kept = next
        journals.keep(next.flatMap(toLeft))
      },
    },
    notices,
    reader: 'command-line',
    clock,
    send,
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
    send: (server, command) => guard.send(refOf(server), command),
    async mend() {
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
      if (!stopped.aborted) await guard.mend()
    },
    settled: (server, command) => guard.settled(refOf({ ...server, name: server.identifier }), command),
    tell,
    async dispose() {
      await guard.dispose(Promise.resolve())
      tell()
      journals.dispose()
    },
  }
}
