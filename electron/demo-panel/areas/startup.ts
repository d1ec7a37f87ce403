import { z } from 'zod'
import { refusal, refuse } from '../http/refusal.ts'
import { item, json, list } from '../http/reply.ts'
import { games, type Variable } from '../machine/games.ts'
import { perServer } from '../machine/per-server.ts'
import { type Area, on, onInput } from './operation.ts'

/** A variable with what it was set to; null for its default. */
type SetVariable = Variable & { readonly set: string | null }

/** Stands where a value may not be seen. */
const hidden = '[hidden]'
const keyInput = z.object({ key: z.string() })

const noVariableDetail = 'The environment variable you are trying to edit does not exist.'
const readOnlyDetail = 'The environment variable you are trying to edit is read-only.'

/** A variable as the panel tells it. */
export const shownVariable = ({ name, label, description, value, set, isEditable, rule }: SetVariable) =>
  item('egg_variable', {
    name: label,
    description,
    env_variable: name,
    default_value: value,
    // What was cleared is told as nothing; its default does not take its place.
    server_value: set === '' ? null : (set ?? value),
    is_editable: isEditable,
    rules: rule.text,
  })

export type Startup = ReturnType<typeof createStartup>

/** How each server starts: what was set of its variables, and its image (the panel's API, *Startup and image*). */
export function createStartup({ dialect, portsOf }: Pick<Area, 'dialect' | 'portsOf'>) {
  const of = perServer((server) => {
    const port = () => portsOf(server)[0] ?? 0
    const { variables: given, images, startup: raw } = games[server.definition().game]
    const values = new Map<string, string>()
    const all = given.map((one) => (one.name === 'QUERY_PORT' ? { ...one, value: String(port() + 1) } : one))

    const current = (): readonly SetVariable[] => all.map((one) => ({ ...one, set: values.get(one.name) ?? null }))

    return {
      raw,
      images,
      image: Object.values(images)[0] ?? '',
      all: current,
      /** Those that the account may see. */
      variables: () => current().filter(({ isHidden }) => !isHidden),
      /** What was set of them, by their names. */
      values,
      /** Adds variables to those of the server's game. */
      add: (variables: readonly Variable[]) => void all.push(...variables),
      /** The command as it runs at the next start; in the list of servers without what is secret. */
      command({ isShown }: { readonly isShown: boolean }): string {
        const filled = new Map([
          ['SERVER_MEMORY', String(server.definition().memoryMiB)],
          ['SERVER_PORT', String(port())],
        ])
        for (const { name, isHidden, set, value } of current()) {
          const isSecret = isHidden || name.includes('PASS')
          filled.set(name, isSecret && !isShown ? hidden : (set ?? value))
        }
        return raw.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => filled.get(name) ?? whole)
      },
    }
  })

  /** One of the two panels does not look whether there is such a variable, and fails on what is none. */
  const unknown = dialect === 'pelican' ? refusal.badRequest(noVariableDetail) : refusal.failed('ErrorException')

  const rows = [
    on('GET', '/startup', 'startup.read', ({ server }) => {
      const { command, images, raw, variables } = of(server)
      const meta = { startup_command: command({ isShown: true }), docker_images: images, raw_startup_command: raw }
      return json(list(variables().map(shownVariable), meta))
    }),
    onInput('PUT', '/startup/variable', 'startup.update', keyInput, (call, { key }) => {
      const { values, all } = of(call.server)
      const variable = all().find(({ name }) => name === key) ?? refuse(unknown)
      if (!variable.isEditable || variable.isHidden) refuse(refusal.badRequest(readOnlyDetail))
      const value = call.input(z.object({ value: variable.rule.input })).value ?? ''
      values.set(key, value)
      call.record('server:startup.edit', { variable: key, old: variable.set ?? '', new: value })
      return json(shownVariable({ ...variable, set: value }))
    }),
    on('PUT', '/settings/docker-image', 'startup.docker-image', ({ server, input, record }) => {
      const its = of(server)
      const old = its.image
      const next = input(z.object({ docker_image: z.enum(Object.values(its.images)) })).docker_image
      its.image = next
      if (old !== next) record('server:startup.image', { old, new: next })
    }),
  ]
  return { rows, of }
}
