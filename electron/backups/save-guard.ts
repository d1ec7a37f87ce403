import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Notice } from '../../shared/model/notice.ts'
import { undoOf } from '../../shared/model/save-commands.ts'
import { safeText } from '../../shared/model/text.ts'
import type { Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
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
  /** That command went out, or may have; false also where it surely did not. */
  readonly isUndoSent: boolean
}

type Deps = {
  store: StateStore
  file: KeptFile<readonly Unsaved[]>
  notices: Pick<Notices, 'all' | 'show' | 'withdraw' | 'subscribe'>
  clock: Pick<Clock, 'after'>
  /** Sends one console command, once. `signal` ends its waits: `cancelled`, and nothing was sent. */
  send: (ref: ServerRef, command: string, signal: AbortSignal) => Promise<Result<void>>
}

/** For how long a command may still wait to go out once the app ends, in milliseconds. */
const lastWaitMs = 500

export type SaveGuard = {
  /** Sends a console command of a backup, once. Both what keeps the server from saving and its undoing are on disk before. */
  send(ref: ServerRef, command: string): Promise<Result<void>>
  /** Lets servers save again that the end of the app left without, once each is seen to run. */
  load(): void
  /**
   * Leaves to the next start what does not go out soon.
   * @param backups ends when the backups under way have sent their last command
   */
  dispose(backups: Promise<unknown>): Promise<void>
}

const keyOf = ({ ref, undo }: Unsaved) => `${ref} ${undo}`
const isSame = (a: Unsaved, b: Unsaved) => keyOf(a) === keyOf(b)

/** What the words of a notice go by: the names of servers, and what undoes it. */
function wordsOf(all: readonly Unsaved[]) {
  const names = [...new Set(all.map(({ name }) => safeText(name)))]
  const isOne = names.length === 1
  return {
    isOne,
    worlds: `The ${isOne ? 'world' : 'worlds'} of ${names.join(', ')}`,
    servers: isOne ? 'the server' : 'the servers',
    undo: `Type “${[...new Set(all.map(({ undo }) => undo))].join('” or “')}” in ${isOne ? 'its console, or restart it' : 'their consoles, or restart them'}.`,
  }
}

/** The words for servers of which it is not known whether they save. */
function unsure(all: readonly Unsaved[]): Notice {
  const { isOne, worlds, servers, undo } = wordsOf(all)
  return {
    id: 'saving-off',
    level: 'warning',
    message: `${worlds} may not be saved: a backup told ${servers} not to save, and it is not known whether ${isOne ? 'it was' : 'they were'} told to save again.`,
    hint: undo,
  }
}

/** The words for servers that surely were not told to save again. */
function untold(all: readonly Unsaved[]): Notice {
  const { isOne, worlds, servers, undo } = wordsOf(all)
  return {
    id: 'saving-untold',
    level: 'warning',
    message: `${worlds} may not be saved: a backup told ${servers} not to save, and ${isOne ? 'it' : 'they'} could not be told to save again.`,
    hint: `${undo} Else Servertray tells ${isOne ? 'it' : 'them'} at its next start.`,
  }
}

function mended(all: readonly Unsaved[]): Notice {
  const { isOne, worlds, servers } = wordsOf(all)
  return {
    id: 'saving-again',
    level: 'info',
    message: `${worlds} ${isOne ? 'was' : 'were'} not saved for a while, since Servertray ended before a backup had told ${servers} to save again. ${isOne ? 'It is' : 'They are'} saved again now.`,
    hint: 'The panel may still have finished the backup: look under Backups.',
  }
}

/**
 * Sees that no server stays without saving because of a backup from here. The undoing goes out once: where the app ended
 * before, or it surely did not arrive, the next start sends it, since it does no harm where the server saves anyway, and
 * waiting for a click may cost a world. Where it may have gone out already, it is only told.
 */
export function createSaveGuard({ store, file, notices, clock, send }: Deps): SaveGuard {
  /** Left by the run before. */
  const left = new Set<string>()
  /** Those whose undoing is on its way. */
  const underWay = new Set<Unsaved>()
  /** Those that surely did not get their undoing in this run. */
  const missed = new Set<Unsaved>()
  const saved: Unsaved[] = []
  const ending = new AbortController()
  let told: Unsaved[] = []
  let toldMissed: Unsaved[] = []
  let unsubscribe = () => {}

  const find = (one: Unsaved) => file.get().find((other) => isSame(one, other))
  /** Keeps it in place of an older one. Returns what is kept, by which it is told from a later one. */
  function put(one: Unsaved): Unsaved {
    file.set([...file.get().filter((other) => !isSame(one, other)), one])
    return find(one) ?? one
  }
  /** Removes it from the file; an entry that a later backup made stays. */
  const drop = (one: Unsaved) => file.set(file.get().filter((other) => other !== one))
  const nameOf = (ref: ServerRef) => store.get().servers[ref]?.name ?? ref

  function show(id: string, all: readonly Unsaved[], words: (all: readonly Unsaved[]) => Notice): void {
    if (all.length === 0) notices.withdraw(id)
    else notices.show(words(all))
  }

  /** Tells of those that may not save; of none where there is none. */
  function tell(): void {
    told = file.get().filter((one) => one.isUndoSent && !underWay.has(one))
    show('saving-off', told, unsure)
    toldMissed = file.get().filter((one) => missed.has(one))
    show('saving-untold', toldMissed, untold)
  }

  /** Sends the undoing. It is over where it was taken, or nothing runs that could save. */
  async function undo(one: Unsaved): Promise<Result<void>> {
    const going = put({ ...one, isUndoSent: true })
    underWay.add(going)
    const sent = await send(one.ref, one.undo, ending.signal)
    underWay.delete(going)
    if (sent.ok || sent.error.code === 'server-not-running') drop(going)
    else if (!sent.error.mayHaveActed && find(going) === going) missed.add(put({ ...going, isUndoSent: false }))
    tell()
    return sent
  }

  async function keepFromSaving(one: Unsaved, command: string): Promise<Result<void>> {
    const key = keyOf(one)
    const before = find(one)
    // From here on it is this run's, whose backup undoes it.
    const wasLeft = left.delete(key)
    const wasMissed = before !== undefined && missed.delete(before)
    const mine = put(one)
    tell()
    const sent = await send(one.ref, command, ending.signal)
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
      return undoing === undefined ? send(ref, command, ending.signal) : undo(undoing)
    },
    load() {
      for (const one of file.get()) left.add(keyOf(one))
      tell()
      const ends = [
        store.subscribe((after, before) => {
          if (left.size > 0 && after.servers !== before.servers) look()
        }),
        // Dismissed: the person has seen it. What was never sent is still sent by the next start.
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
