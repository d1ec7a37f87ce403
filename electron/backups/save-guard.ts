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

const keyOf = ({ ref, undo }: Unsaved) => `${ref} ${undo}`
const isSame = (a: Unsaved, b: Unsaved) => keyOf(a) === keyOf(b)
const namesOf = (all: readonly Unsaved[]) => [...new Set(all.map(({ name }) => safeText(name)))].join(', ')

/** The words for servers of which it is not known whether they save. */
const unsure = (all: readonly Unsaved[]): Notice => ({
  id: 'saving-off',
  level: 'warning',
  message: `The world may not be saved of ${namesOf(all)}: a backup told the server not to save, and it is not known whether it was told to save again.`,
  hint: `Type “${[...new Set(all.map(({ undo }) => undo))].join('” or “')}” in its console, or restart it.`,
})

const mended = (all: readonly Unsaved[]): Notice => ({
  id: 'saving-again',
  level: 'info',
  message: `The world was not saved for a while of ${namesOf(all)}, since Servertray ended during a backup. It is saved again now.`,
  hint: 'The panel may still have finished the backup: look under Backups.',
})

/**
 * Sees that no server stays without saving because of a backup from here. The undoing goes out once: where the app ended
 * before, the next start sends it, since it does no harm where the server saves anyway, and waiting for a click may cost a
 * world. Where it may have gone out already, it is only told.
 */
export function createSaveGuard({ store, file, notices, send }: Deps): SaveGuard {
  /** Left by the run before. */
  const left = new Set<string>()
  /** Whose undoing is on its way. */
  const underWay = new Set<string>()
  const saved: Unsaved[] = []
  let told: Unsaved[] = []
  let unsubscribe = () => {}

  const put = (one: Unsaved) => file.set([...file.get().filter((other) => !isSame(one, other)), one])
  const drop = (one: Unsaved) => file.set(file.get().filter((other) => !isSame(one, other)))
  const nameOf = (ref: ServerRef) => store.get().servers[ref]?.name ?? ref

  /** Tells of those of which it is not known whether they save; of none where there is none. */
  function tell(): void {
    told = file.get().filter((one) => one.isUndoSent && !underWay.has(keyOf(one)))
    if (told.length === 0) notices.withdraw('saving-off')
    else notices.show(unsure(told))
  }

  /** Sends the undoing. It is over where it was taken, or nothing runs that could save. */
  async function undo(one: Unsaved): Promise<Result<void>> {
    underWay.add(keyOf(one))
    put({ ...one, isUndoSent: true })
    const sent = await send(one.ref, one.undo)
    underWay.delete(keyOf(one))
    if (sent.ok || sent.error.code === 'server-not-running') drop(one)
    tell()
    return sent
  }

  async function keepFromSaving(one: Unsaved, command: string): Promise<Result<void>> {
    // From here on it is this run's, whose backup undoes it.
    left.delete(keyOf(one))
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
      if (!left.has(keyOf(one))) continue
      const state = seen(one.ref)
      if (state === null || (state === 'running' && one.isUndoSent)) continue
      left.delete(keyOf(one))
      // What starts again saves again.
      if (state === 'off') {
        drop(one)
        tell()
        continue
      }
      void undo(one).then((sent) => {
        if (!sent.ok) return
        saved.push(one)
        notices.show(mended(saved))
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
      for (const one of file.get()) left.add(keyOf(one))
      tell()
      const ends = [
        store.subscribe((after, before) => {
          if (left.size > 0 && after.servers !== before.servers) look()
        }),
        // Dismissed: the person has seen it.
        notices.subscribe(() => {
          if (notices.all()['saving-off'] !== undefined) return
          for (const one of told.splice(0)) drop(one)
        }),
      ]
      unsubscribe = () => {
        for (const end of ends) end()
      }
    },
    dispose: () => unsubscribe(),
  }
}
