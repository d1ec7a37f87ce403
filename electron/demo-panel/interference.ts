import type { Operation } from './areas/operation.ts'
import type { Script } from './areas/reinstalls.ts'
import type { Archiver } from './backups/archiver.ts'
import type { createGames } from './games/games.ts'
import type { Reply } from './http/reply.ts'
import type { PanelRequest } from './http/request.ts'
import type { Files } from './machine/file-tree.ts'
import type { Timers } from './machine/timers.ts'
import type { Transfers } from './panel/transfers.ts'

/** What answers the panel's requests. */
export type Answer = (request: PanelRequest) => Reply | Promise<Reply>

/** Puts something around a part: it is given the honest one, and returns what takes its place. */
type Around<Part> = (honest: Part) => Part

/**
 * What a test puts around parts of the demo panel, to see more of them or to make them go wrong
 * (`test/fixtures/demo-panel/`). The app puts nothing there.
 */
export type Interference = {
  /** The whole panel, as requests come to it. */
  readonly front: Around<Answer>
  /** The operations of the API, which are asked once a key may use them. */
  readonly operations: Around<readonly Operation[]>
  /** The panel's queue, in which the tasks of schedules wait. */
  readonly jobQueue: Around<Timers>
  readonly transfers: Around<Transfers>
  /** The files on the node. */
  readonly files: Around<Files>
  /** What the node does for backups. */
  readonly archiver: Around<Archiver>
  /** What becomes of a reinstall on the node. */
  readonly installScript: Around<Script>
  readonly games: Around<typeof createGames>
}

const asItIs = <Part>(honest: Part): Part => honest

export const noInterference: Interference = {
  front: asItIs,
  operations: asItIs,
  jobQueue: asItIs,
  transfers: asItIs,
  files: asItIs,
  archiver: asItIs,
  installScript: asItIs,
  games: asItIs,
}
