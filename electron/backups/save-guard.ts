import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Notice } from '../../shared/model/notice.ts'
import { undoOf } from '../../shared/model/save-commands.ts'
import { safeText } from '../../shared/model/text.ts'
import type { Result } from '../../shared/result.ts'
import type { KeptFile } from '../lib/kept-file.ts'
import type { Notices } from '../state/notices.ts'
import type { StateStore } from '../state/store.ts'

/** A server that was told not to save by itself, or may have been. */
export type Unsaved = {
  readonly ref: ServerRef
  /** Its name at that time. */
  readonly name: string
  /** The console command that lets it save again. */
  readonly undo: string
  /** That command went out, or was about to. */
  readonly isUndoSent: boolean
}

type Deps = {
  store: StateStore
  file: KeptFile<readonly Unsaved[]>
  notices: Pick<Notices, 'all' | 'show' | 'withdraw' | 'subscribe'>
  /** Sends one console command, once. */
  send: (ref: ServerRef, command: string) => Promise<Result<void>>
}

export type SaveGuard = {
  /** Sends a console command of a backup, once. Both what keeps the server from saving and its undoing are on disk before. */
  send(ref: ServerRef, command: string): Promise<Result<void>>
  /** Lets servers save again that the end of the app left without, once each is seen to run. */
  load(): void
  dispose(): void
}

const noticeId = ({ ref, undo }: Unsaved) => `saving-off ${ref} ${undo}`
const isSame = (a: Unsaved, b: Unsaved) => a.ref === b.ref && a.undo === b.undo

/** The words for a server of which it is not known whether it saves. */
const unsure = (one: Unsaved): Notice => ({
  id: noticeId(one),
  level: 'warning',
  message: `${safeText(one.name)} may not be saving its world: a backup told it not to, and it is not known whether it was told to save again.`,
  hint: `Type “${one.undo}” in its console, or restart it.`,
})

const mended = (one: Unsaved): Notice => ({
  id: noticeId(one),
  level: 'info',
  message: `${safeText(one.name)} was left without saving its world, since Servertray ended during a backup of it. It saves again now.`,
  hint: 'The backup may still have been finished by the panel: look at it under Backups.',
})

/**
 * Sees that no server stays without saving because of a backup from here. The undoing goes out once: where the app ended
 * before, the next start sends it, since it does no harm where the server saves anyway, and waiting for a click may cost a
 * world. Where it may have gone out already, it is only told.
 */
export function createSaveGuard({ store, file, notices, send }: Deps): SaveGuard {
  /** Left by the run before. */
  const left = new Set<string>()
  let unsubscribe = () => {}

  const put = (one: Unsaved) => file.set([...file.get().filter((other) => !isSame(one, other)), one])
  const drop = (one: Unsaved) => file.set(file.get().filter((other) => !isSame(one, other)))
  const nameOf = (ref: ServerRef) => store.get().servers[ref]?.name ?? ref

  /** Sends the undoing. It is over where it was taken, or nothing runs that could save. */
  async function undo(one: Unsaved): Promise<Result<void>> {
    put({ ...one, isUndoSent: true })
    const sent = await send(one.ref, one.undo)
    if (sent.ok || sent.error.code === 'server-not-running') {
      drop(one)
      notices.withdraw(noticeId(one))
    } else notices.show(unsure(one))
    return sent
  }

  async function keepFromSaving(one: Unsaved, command: string): Promise<Result<void>> {
    // From here on it is this run's, whose backup undoes it.
    left.delete(noticeId(one))
    put(one)
    const sent = await send(one.ref, command)
    if (!sent.ok && !sent.error.mayHaveActed) drop(one)
    return sent
  }

  /** Whether a server is known to run, or to be off, by a reading of this run. */
  function seen(ref: ServerRef): 'running' | 'off' | null {
    const server = store.get().servers[ref]
    if (server === undefined || server.observedAt === null) return null
    if (server.state === 'running') return 'running'
    return server.state === 'offline' ? 'off' : null
  }

  function look(): void {
    for (const one of file.get()) {
      if (!left.has(noticeId(one))) continue
      const state = seen(one.ref)
      if (state === null || (state === 'running' && one.isUndoSent)) continue
      left.delete(noticeId(one))
      // What starts again saves again.
      if (state === 'off') {
        drop(one)
        notices.withdraw(noticeId(one))
        continue
      }
      void undo(one).then((sent) => {
        if (sent.ok) notices.show(mended(one))
      })
    }
  }

  return {
    send(ref, command) {
      const opposite = undoOf(command)
      if (opposite !== null) {
        return keepFromSaving({ ref, name: nameOf(ref), undo: opposite, isUndoSent: false }, command)
      }
      const undoing = file.get().find((one) => one.ref === ref && one.undo === command)
      return undoing === undefined ? send(ref, command) : undo(undoing)
    },
    load() {
      for (const one of file.get()) {
        left.add(noticeId(one))
        if (one.isUndoSent) notices.show(unsure(one))
      }
      const ends = [
        store.subscribe((after, before) => {
          if (left.size > 0 && after.servers !== before.servers) look()
        }),
        // Dismissed: the person has seen it.
        notices.subscribe(() => {
          for (const one of file.get()) {
            if (one.isUndoSent && left.has(noticeId(one)) && notices.all()[noticeId(one)] === undefined) {
              left.delete(noticeId(one))
              drop(one)
            }
          }
        }),
      ]
      unsubscribe = () => {
        for (const end of ends) end()
      }
    },
    dispose: () => unsubscribe(),
  }
}
