import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { SaveText } from '../lib/save-text.ts'
import type { ConsoleListener, ConsoleSocket } from '../panel/console-socket.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { ClientFor } from '../servers/reach.ts'
import { createStateWatch } from '../servers/state-watch.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { createCommands } from './commands.ts'
import { createConsoles } from './consoles.ts'
import { createCommandHistory, historyPath } from './history.ts'

type Context = FeatureBasics & { saveText: SaveText; end: AbortSignal }

type Uses = {
  clientFor: ClientFor
  backgroundPause: BackgroundPause
  /** Opens the WebSocket of a server of the panel at `baseUrl`. */
  openSocket: (baseUrl: string, address: URL, listener: ConsoleListener) => ConsoleSocket
}

/** The rest of `console:` needs windows. */
type ConsoleChannel = Exclude<
  Extract<InvokeChannel, `console:${string}` | 'servers:command'>,
  'console:openLink' | 'console:openWindow'
>

/** Letters and digits of any script; the rest would be special to one file system or another. */
const fileName = (name: string) => name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'server'

/** The consoles of servers, and commands to them. */
export function createConsoleFeature(context: Context, { clientFor, backgroundPause, openSocket }: Uses) {
  const { store, clock, log, newId, profile, saveText, end } = context
  const consoles = createConsoles({ store, clock, clientFor, backgroundPause, openSocket })
  const states = createStateWatch({ store, clock, clientFor, consoles })
  const history = createCommandHistory({ path: historyPath(profile), clock, log })
  const commands = createCommands({ store, clock, newId, clientFor, consoles, history, end })
  /** Asks for a file and writes the kept lines of a console to it; null when the person cancelled. */
  const save = async (ref: ServerRef): Promise<Result<{ file: string } | null>> => {
    const server = store.get().servers[ref]
    if (server === undefined) return fail('unknown-server')
    return saveText({
      title: `Save the console of ${server.name}`,
      name: `${fileName(server.name)}.log`,
      filter: { name: 'Log', extensions: ['log', 'txt'] },
      text: () => consoles.text(ref),
    })
  }

  return {
    api: { consoles, states, commands, history, save },
    handlers: {
      'servers:command': ({ ref, command, ...options }) => commands.send(ref, command, options),
      'console:watch': ({ ref, after }, { pageId }) => {
        if (store.get().servers[ref] === undefined) return fail('unknown-server')
        return ok(consoles.watch(ref, pageId, after, true))
      },
      'console:more': ({ ref }, { pageId }) => ok(consoles.more(ref, pageId)),
      'console:unwatch': ({ ref }, { pageId }) => ok(consoles.unwatch(ref, pageId)),
      'console:clear': ({ ref }) => ok({ upTo: consoles.clear(ref) }),
      'console:save': ({ ref }) => save(ref),
      'console:history': ({ ref }) => ok({ commands: [...history.of(ref)] }),
      'console:forget': ({ ref }) =>
        history.forget(ref) ? ok() : fail('storage-failed', { message: 'The commands couldn’t be forgotten.' }),
    } satisfies Feature<ConsoleChannel>['handlers'],
    dispose() {
      states.dispose()
      consoles.dispose()
      history.dispose()
    },
  }
}
