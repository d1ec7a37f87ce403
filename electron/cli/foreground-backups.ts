import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Origin } from '../../shared/model/power-schema.ts'
import { ok, type Result } from '../../shared/result.ts'
import { plainRequest } from '../backups/plain-request.ts'
import { createBackupRuns } from '../backups/runs.ts'
import type { Commands } from '../console/commands.ts'
import { createJobs } from '../jobs/jobs.ts'
import type { Journal } from '../jobs/journal.ts'
import type { Clock } from '../lib/clock.ts'
import type { GameDetails } from '../panel/game-details.ts'
import { guessGame } from '../players/guess-game.ts'
import { createAsk } from '../servers/ask.ts'
import type { ClientFor } from '../servers/reach.ts'
import { createCheckRights } from '../servers/rights.ts'
import type { StateStore } from '../state/store.ts'

type Deps = {
  store: StateStore
  clock: Clock
  newId: () => string
  clientFor: ClientFor
  commands: Pick<Commands, 'send'>
  journal: Journal
  /** What the lists tell of a server's game. */
  gameOf: (ref: ServerRef) => GameDetails | null
}

/** How long a server is given to save, in milliseconds: no console is open here that would tell. */
export const settleMs = 10_000

/** The backups that restarts of a command begin with: those of the app, without its keep rules. */
export function createForegroundBackups(deps: Deps) {
  const { store, clock, newId, journal, commands, gameOf } = deps
  const jobs = createJobs({ store, clock, newId, journal, end: new AbortController().signal })
  const runs = createBackupRuns({
    ...deps,
    jobs,
    ask: createAsk(deps),
    checkRights: createCheckRights(deps),
    sendToSave: (ref, command, options) => commands.send(ref, command, { isAutomatic: true, ...options }),
    watchSave: async (_ref, signal) => ({
      settle: async () => void (await clock.sleep(settleMs, signal)),
      close: () => undefined,
    }),
    canMakeRoom: async () => ok(),
    makeRoom: async () => ok(),
    onBackupEnded: () => () => undefined,
    noteEnd: () => undefined,
  })
  return {
    backUp(ref: ServerRef, origin: Origin): Promise<Result<void>> {
      const details = gameOf(ref)
      const game = details === null ? null : (guessGame(details)?.id ?? null)
      return runs.makeOrJoin(ref, plainRequest(store.get(), ref, game, clock.now()), origin)
    },
    dispose: runs.dispose,
  }
}
