import { ipcMain } from 'electron'
import type { Core } from '../core/core.ts'
import { bindRouter } from '../ipc/bind.ts'
import { createRouter, type Handlers } from '../ipc/router.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../log/logger.ts'
import { appOrigin } from '../security/origin.ts'
import { createPublisher } from '../state/publisher.ts'
import type { Windows } from './windows.ts'

type Deps = { core: Core; handlers: Handlers; pages: Windows['pages']; clock: Clock; log: Logger }

/** Answers the pages' calls, and tells them what changes. */
export function connectPages({ core, handlers, pages, clock, log }: Deps): { dispose(): void } {
  const router = createRouter({ handlers, origin: appOrigin, log, onFailure: core.diagnostics.noteError })
  bindRouter(ipcMain, router, pages)
  const publisher = createPublisher({
    store: core.store,
    clock,
    hasReaders: () => pages().length > 0,
    push(patch) {
      for (const page of pages()) page.send('state:patch', patch)
    },
  })
  core.console.consoles.onBatch((watcher, ref, lines) => {
    pages()
      .find(({ id }) => id === watcher)
      ?.send('console:lines', { ref, lines })
  })
  return publisher
}
