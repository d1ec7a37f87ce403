import { serverNames } from '../../shared/servers/names.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { valuesOf } from '../../shared/tables.ts'
import { linkTo } from '../deep-links/links.ts'
import type { StateStore } from '../state/store.ts'

/** A task of Windows' jump list; it starts the app. */
export type JumpTask = { readonly title: string; readonly description: string; readonly arguments: string }

type Seen = Pick<AppState, 'app' | 'servers' | 'panels'>

/** An argument as Windows' programs read one. Paths and links hold no quotation marks. */
const quoted = (argument: string) => (/\s/.test(argument) ? `"${argument}"` : argument)

/**
 * The tasks of Windows' jump list: to open the app, and to restart what was last used, which asks first as every link
 * does. The list outlives the app: null where it is to stay as an earlier run left it, since that server is not read yet.
 * @param before the arguments that come before the app's own
 */
export function jumpTasks({ app, servers, panels }: Seen, before: readonly string[]): readonly JumpTask[] | null {
  const task = (title: string, description: string, more: readonly string[]): JumpTask => ({
    title,
    description,
    arguments: [...before, ...more].map(quoted).join(' '),
  })
  const open = task('Open Servertray', 'Shows the window.', [])
  if (app.lastUsed === null) return [open]
  const server = servers[app.lastUsed]
  if (server === undefined) return null
  const name = serverNames({ servers, panels })(server.ref)
  // A link names no panel, so it leads nowhere where two have such a server.
  const isAlone = valuesOf(servers).every(
    ({ ref, identifier }) => identifier !== server.identifier || ref === server.ref,
  )
  const link = linkTo({ kind: 'restart', identifier: server.identifier })
  return isAlone ? [open, task(`Restart ${name}…`, 'Asks before anything is done.', [link])] : [open]
}

type Deps = { store: StateStore; before: readonly string[]; setTasks: (tasks: readonly JumpTask[]) => void }

/** Keeps the jump list to the state. */
export function keepJumpList({ store, before, setTasks }: Deps): { dispose(): void } {
  let set = ''
  function look(state: Seen): void {
    const tasks = jumpTasks(state, before)
    const text = JSON.stringify(tasks)
    if (tasks === null || text === set) return
    set = text
    setTasks(tasks)
  }
  const nameOf = ({ app, servers }: Seen) => app.lastUsed && servers[app.lastUsed]?.name
  look(store.get())
  const dispose = store.subscribe((after, before) => {
    if (after.app.lastUsed !== before.app.lastUsed || nameOf(after) !== nameOf(before)) look(after)
  })
  return { dispose }
}
