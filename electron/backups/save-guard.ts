import { panelOf, type ServerRef } from '../../shared/model/identifier.ts'
import { undoOf } from '../../shared/model/save-commands.ts'
import type { Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { TellingFile } from '../lib/kept-file.ts'
import type { Notices } from '../state/notices.ts'
import type { StateStore } from '../state/store.ts'
import { mended, type SaveReader, unsure, untold } from './save-words.ts'
import type { Unsaved } from './unsaved.ts'

type Deps = {
  store: Pick<StateStore, 'get' | 'subscribe'>
  nameOf: (ref: ServerRef) => string
  file: TellingFile<readonly Unsaved[]>
  notices: Pick<Notices, 'all' | 'show' | 'withdraw' | 'subscribe'>
  reader: SaveReader
  clock: Pick<Clock, 'after'>
  /**
   * Sends one console command, once. `signal` ends its waits: `cancelled`, and nothing was sent. What lets a server save
   * again may come at any time, also after the computer slept: it says so by `notAfter`.
   */
  send: (ref: ServerRef, command: string, options: SendOptions) => Promise<Result<void>>
  /** `send` asks every key that there is, so that a server that it does not find is gone. */
  asksAllKeys: boolean
}

export type SendOptions = { readonly signal: AbortSignal; readonly notAfter?: number }

/** For how long a command may still wait to go out once the app ends, or a person ends the command, in milliseconds. */
const lastWaitMs = 500

export type SaveGuard = {
  /**
   * Sends a console command of a backup, once. Both what keeps the server from saving and its undoing are on disk
   * before.
   */
  send(ref: ServerRef, command: string): Promise<Result<void>>
  /** Lets servers save again that the end of the app left without, once each is seen to run. */
  load(): void
  /**
   * Takes over what another process left when it ended, and then as what `load` found. It is on disk before this returns;
   * false where the disk failed, and it is known in this run only.
   */
  adopt(all: readonly Unsaved[]): boolean
  /**
   * Sends at once each undoing that was left unsent, without a look at the servers: the panel itself refuses it for one
   * that is off or gone, which then needs nobody. All panels at the same time, the servers of each one after the other.
   * @param stopped no other one is sent any more, and none waits for long
   */
  mend(stopped: AbortSignal): Promise<void>
  /** A person sent a command by themselves, and it arrived: what it undoes is over. */
  settled(ref: ServerRef, command: string): void
  /**
   * Leaves to the next start what does not go out soon.
   * @param backups ends when the backups under way have sent their last command
   */
  dispose(backups: Promise<unknown>): Promise<void>
}

const keyOf = ({ ref, undo }: Unsaved) => `${ref} ${undo}`
const isSame = (a: Unsaved, b: Unsaved) => keyOf(a) === keyOf(b)

/**
 * Sees that no server stays without saving because of a backup from here. The undoing goes out once: where the app ended
 * before, or it surely did not arrive, the next start sends it, since it does no harm where the server saves anyway, and
 * waiting for a click may cost a world. Where it may have gone out already, it is only told.
 */
export function createSaveGuard({ store, nameOf, file, notices, reader, clock, send, asksAllKeys }: Deps): SaveGuard {
  /** Left by the run before. */
  const left = new Set<string>()
  /** Those whose undoing is on its way. */
  const underWay = new Set<Unsaved>()
  /** Those that surely did not get their undoing in this run. */
  const missed = new Set<Unsaved>()
  const saved: Unsaved[] = []
  /** The undoings of what was left, by server. A new backup waits for its server's: else it would save amid that backup. */
  const mending = new Map<ServerRef, Promise<void>>()
  const ending = new AbortController()
  let told: Unsaved[] = []
  let toldMissed: Unsaved[] = []
  let unsubscribe = () => {}

  const find = (one: Unsaved) => file.get().find((other) => isSame(one, other))
  /**
   * Writes it in place of an older entry. Returns the entry as it is kept: a later one of the same content is another
   * object.
   */
  function put(one: Unsaved): Unsaved {
    file.set([...file.get().filter((other) => !isSame(one, other)), one])
    return find(one) ?? one
  }
  /** Removes it from the file; an entry that a later backup made stays. */
  const drop = (one: Unsaved) => file.set(file.get().filter((other) => other !== one))

  function show(id: string, all: readonly Unsaved[], words: typeof unsure): void {
    if (all.length === 0) notices.withdraw(id)
    else notices.show(words(all, reader))
  }

  /** Tells of those that may not save; of none where there is none. */
  function tell(): void {
    told = file.get().filter((one) => one.isUndoSent && !underWay.has(one))
    show('saving-off', told, unsure)
    toldMissed = file.get().filter((one) => missed.has(one))
    show('saving-untold', toldMissed, untold)
  }

  /**
   * Sends the undoing. It is over where it was taken, or nothing runs that could save.
   * @param endsWhereGone it is over too where the server is gone
   */
  async function undo(one: Unsaved, signal = ending.signal, endsWhereGone = false): Promise<Result<void>> {
    const going = put({ ...one, isUndoSent: true })
    underWay.add(going)
    const sent = await send(one.ref, one.undo, { signal, notAfter: Number.POSITIVE_INFINITY })
    underWay.delete(going)
    const isGone = endsWhereGone && !sent.ok && sent.error.code === 'server-not-found'
    if (sent.ok || isGone || sent.error.code === 'server-not-running') drop(going)
    else if (!sent.error.mayHaveActed && find(going) === going) missed.add(put({ ...going, isUndoSent: false }))
    tell()
    return sent
  }

  async function keepFromSaving(one: Unsaved, command: string): Promise<Result<void>> {
    const earlier = mending.get(one.ref)
    if (earlier !== undefined) await earlier
    const key = keyOf(one)
    const before = find(one)
    // From here on the entry is this run's: the backup that is made now undoes it.
    const wasLeft = left.delete(key)
    const wasMissed = before !== undefined && missed.delete(before)
    const mine = put(one)
    tell()
    const sent = await send(one.ref, command, { signal: ending.signal })
    if (sent.ok || sent.error.mayHaveActed || find(one) !== mine) return sent
    // The server never got it, so the entry of an earlier backup counts again.
    drop(mine)
    const again = before && put(before)
    if (wasLeft) left.add(key)
    if (wasMissed && again !== undefined) missed.add(again)
    tell()
    return sent
  }

  /** Whether a server is known to run, or to be off, by a reading of this run. */
  function seen(ref: ServerRef): 'running' | 'off' | null {
    const server = store.get().servers[ref]
    if (server === undefined || server.observedAt === null) return null
    if (server.state === 'running') return 'running'
    return server.state === 'offline' ? 'off' : null
  }

  async function undoLeft(one: Unsaved, signal = ending.signal): Promise<void> {
    const sent = await undo(one, signal, asksAllKeys)
    if (!sent.ok) return
    saved.push(one)
    notices.show(mended(saved, reader))
  }

  async function mendInTurn(all: readonly Unsaved[], stopped: AbortSignal, signal: AbortSignal): Promise<void> {
    for (const one of all) {
      if (stopped.aborted || signal.aborted) return
      // A person, or a backup of this run, may have seen to it meanwhile.
      if (find(one) !== one || !left.delete(keyOf(one))) continue
      const undone = undoLeft(one, signal)
      mending.set(one.ref, undone)
      await undone
      mending.delete(one.ref)
    }
  }

  function look(): void {
    for (const one of file.get()) {
      if (!left.has(keyOf(one))) continue
      const state = seen(one.ref)
      if (state === null || (state === 'running' && one.isUndoSent)) continue
      left.delete(keyOf(one))
      // A server that is off saves again by itself once it starts.
      if (state === 'off') {
        drop(one)
        tell()
        continue
      }
      void undoLeft(one)
    }
  }

  return {
    send(ref, command) {
      const opposite = undoOf(command)
      if (opposite !== null) {
        return keepFromSaving({ ref, name: nameOf(ref), undo: opposite, isUndoSent: false }, command)
      }
      const undoing = file.get().find((one) => one.ref === ref && one.undo === command)
      return undoing === undefined ? send(ref, command, { signal: ending.signal }) : undo(undoing)
    },
    adopt(all) {
      for (const one of all) {
        const known = find(one)
        // An entry that is still to be undone covers the new one; of two that may be undone already one is enough.
        if (known !== undefined && (!known.isUndoSent || one.isUndoSent)) continue
        left.add(keyOf(one))
        put(one)
      }
      const isKept = file.set(file.get())
      tell()
      look()
      return isKept
    },
    async mend(stopped) {
      const over = new AbortController()
      let cancel = () => {}
      const stop = () => {
        cancel = clock.after(lastWaitMs, () => over.abort())
      }
      stopped.addEventListener('abort', stop, { once: true })
      const signal = AbortSignal.any([ending.signal, over.signal])
      const due = file.get().filter((one) => !one.isUndoSent && left.has(keyOf(one)))
      const panels = [...Map.groupBy(due, ({ ref }) => panelOf(ref)).values()]
      await Promise.all(panels.map((all) => mendInTurn(all, stopped, signal)))
      stopped.removeEventListener('abort', stop)
      cancel()
    },
    settled(ref, command) {
      for (const one of file.get()) if (one.ref === ref && one.undo === command && !underWay.has(one)) drop(one)
      tell()
    },
    load() {
      for (const one of file.get()) left.add(keyOf(one))
      tell()
      const ends = [
        store.subscribe((after, before) => {
          if (left.size > 0 && after.servers !== before.servers) look()
        }),
        // Dismissed: the person has seen it. An undoing that was never sent is still sent by the next start.
        notices.subscribe(() => {
          const { 'saving-off': off, 'saving-untold': missing } = notices.all()
          if (off === undefined) for (const one of told.splice(0)) drop(one)
          if (missing === undefined) for (const one of toldMissed.splice(0)) missed.delete(one)
        }),
      ]
      unsubscribe = () => {
        for (const end of ends) end()
      }
    },
    async dispose(backups) {
      const cancel = clock.after(lastWaitMs, () => ending.abort())
      await backups
      cancel()
      ending.abort()
      unsubscribe()
    },
  }
}
