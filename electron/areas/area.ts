import { areaNeeds, type PanelArea } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { AtServer } from '../panel/at-server.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { PanelClient } from '../panel/client.ts'
import { createAsk } from '../servers/ask.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'

/** @property end ends every wait, and reads that are under way */
export type AreaContext = { readonly store: StateStore; readonly clock: Clock; readonly end?: AbortSignal }
export type AreaUses = { readonly clientFor: ClientFor }

/** The server that is asked, and the client of the key that may. */
type Reached = { readonly client: PanelClient; readonly server: ServerView; readonly options: CallOptions }

type ServerRequest = { readonly ref: ServerRef }

/**
 * An area that the panel keeps, read when somebody looks: nothing of it is in the state. Each call goes out with a key
 * that has what `areaNeeds` says.
 */
export function createArea(area: PanelArea, { store, clock, end }: AreaContext, { clientFor }: AreaUses) {
  const ask = createAsk({ store, clock, clientFor })
  const { change, view } = areaNeeds[area]
  const needsOf = { change, view: view ?? ({ prefers: change } as const), all: 'all' } as const

  /** Does something with a server's area, by the key that may see or change it, or that may do all. */
  const on = <T>(
    ref: ServerRef,
    what: keyof typeof needsOf,
    work: (at: AtServer, reached: Reached) => Promise<Result<T>>,
    more: CallOptions = {},
  ): Promise<Result<T>> => {
    const options = { signal: end, ...more }
    return ask(ref, needsOf[what], (client, server) =>
      work(client.at(server.identifier, options), { client, server, options }),
    )
  }

  /** The handler of a channel of which every request names a server. */
  const handler =
    (what: 'view' | 'change') =>
    <R extends ServerRequest, T>(work: (at: AtServer, request: R, reached: Reached) => Promise<Result<T>>) =>
    (request: R): Promise<Result<T>> =>
      on(request.ref, what, (at, reached) => work(at, request, reached))

  return {
    on,
    /** Answers a channel that needs a key that may see the area. */
    view: handler('view'),
    /** Answers one that needs a key that may change what is in it. */
    change: handler('change'),
  }
}

/** Does something with a server's area, by the key that may see or change it. */
export type OnServer = ReturnType<typeof createArea>['on']
