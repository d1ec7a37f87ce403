import { type FileMove, isMoving, type LeftOutFile, maxToldNames } from '../../shared/model/file-move.ts'
import { fail, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { StateStore } from '../state/store.ts'
import { dropFileMove, setFileMove } from '../state/updates.ts'
import { createLanes } from '../transfers/lanes.ts'
import { createMeter } from '../transfers/meter.ts'

/** Maximum number of ended moves that stay in the list. */
const mostEnded = 20

/** A move that runs, as what does its work sees it. */
export type Course = {
  readonly id: string
  readonly signal: AbortSignal
  /** Changes what is told of it. */
  change(more: Partial<Pick<FileMove, 'phase' | 'totalBytes'>>): void
  /** @param bytes all that went over so far */
  moved(bytes: number): void
  leaveOut(file: LeftOutFile): void
}

export type NewMove = Pick<FileMove, 'ref' | 'direction' | 'name' | 'totalBytes'> & {
  readonly leftOut?: readonly LeftOutFile[]
  readonly leftOutCount?: number
  /** What is moved: the same is not moved twice at a time. */
  readonly what: string
  /** Does it, once its turn has come; must not throw. An error with a success is told, though all is there. */
  readonly run: (course: Course) => Promise<Result<Partial<Pick<FileMove, 'name' | 'error'>>>>
}

/** The files on their way: two at a time in each direction, told in the state. */
export type Moves = {
  add(move: NewMove): string
  isMoving(what: string): boolean
  cancel(id: string): void
  /** Forgets a move that has ended. */
  dismiss(id: string): void
  /** Cancels all. */
  dispose(): Promise<void>
}

export function createMoves(deps: { store: StateStore; clock: Clock; newId: () => string }): Moves {
  const { store, clock, newId } = deps
  const lanes = { down: createLanes(), up: createLanes() }
  const subjects = new Map<string, string>()

  function change(id: string, more: Partial<FileMove>): void {
    const move = store.get().fileMoves[id]
    if (move !== undefined) store.update(setFileMove({ ...move, ...more }))
  }

  function leaveOut(id: string, file: LeftOutFile): void {
    const move = store.get().fileMoves[id]
    if (move === undefined) return
    const leftOut = move.leftOut.length < maxToldNames ? [...move.leftOut, file] : move.leftOut
    change(id, { leftOut, leftOutCount: move.leftOutCount + 1 })
  }

  function forgetOldest(): void {
    const ended = Object.values(store.get().fileMoves).filter((move) => !isMoving(move))
    for (const { id } of ended.slice(0, Math.max(0, ended.length - mostEnded))) store.update(dropFileMove(id))
  }

  function end(id: string, result: Awaited<ReturnType<NewMove['run']>>): void {
    subjects.delete(id)
    if (result.ok) change(id, { phase: 'done', bytesPerSecond: null, ...result.value })
    else {
      const { error } = result
      change(id, { phase: error.code === 'cancelled' ? 'cancelled' : 'failed', bytesPerSecond: null, error })
    }
    forgetOldest()
  }

  async function run(id: string, { run: work }: NewMove, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return end(id, fail('cancelled'))
    const meter = createMeter(clock)
    const progress = () => {
      const { bytes, bytesPerSecond } = meter.read()
      change(id, { movedBytes: bytes, bytesPerSecond })
    }
    change(id, { phase: 'running' })
    const stop = meter.tell(progress)
    const result = await work({
      id,
      signal,
      change: (more) => change(id, more),
      moved: meter.take,
      leaveOut: (file) => leaveOut(id, file),
    })
    stop()
    progress()
    end(id, result)
  }

  return {
    add(move) {
      const { ref, direction, name, totalBytes, leftOut = [], leftOutCount = leftOut.length, what } = move
      const id = newId()
      subjects.set(id, what)
      store.update(
        setFileMove({
          id,
          ref,
          direction,
          name,
          phase: 'waiting',
          movedBytes: 0,
          totalBytes,
          bytesPerSecond: null,
          leftOut: leftOut.slice(0, maxToldNames),
          leftOutCount,
          error: null,
        }),
      )
      lanes[direction].add(id, (signal) => run(id, move, signal))
      return id
    },
    isMoving: (what) => [...subjects.values()].includes(what),
    cancel(id) {
      const isWaiting = lanes.down.cancel(id) || lanes.up.cancel(id)
      if (isWaiting) end(id, fail('cancelled'))
    },
    dismiss(id) {
      const move = store.get().fileMoves[id]
      if (move !== undefined && !isMoving(move)) store.update(dropFileMove(id))
    },
    async dispose() {
      await Promise.all([lanes.down.dispose(), lanes.up.dispose()])
    },
  }
}
