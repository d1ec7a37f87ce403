import { z } from 'zod'
import { profileOf, type Variable } from '../games/profile.ts'
import { refusal, refuse } from '../http/refusal.ts'
import { item, json, list } from '../http/reply.ts'
import { perServer } from '../machine/per-server.ts'
import { type Area, on, onInput } from './operation.ts'

/** A variable with what it was set to; null for its default. */
type SetVariable = Variable & { readonly set: string | null }

/** Stands where a value may not be seen. */
const hidden = '[hidden]'
const keyInput = z.object({ key: z.string() })

const isNoVariable = 'The environment variable you are trying to edit does not exist.'
const isReadOnly = 'The environment variable you are trying to edit is read-only.'
const isByHand = "This server's Docker image has been manually set by an administrator and cannot be updated."

/** A variable as the panel tells it. */
export const shownVariable = ({ name, label, description, value, set, isEditable, rule }: SetVariable) =>
  item('egg_variable', {
    name: label,
    description,
    env_variable: name,
    default_value: value,
    server_value: set ?? value,
    is_editable: isEditable,
    rules: rule.text,
  })

export type Startup = ReturnType<typeof createStartup>

/** How each server starts: what was set of its variables, and its image (the panel's API, *Startup and image*). */
export function createStartup({ dialect, portsOf }: Pick<Area, 'dialect' | 'portsOf'>) {
  const of = perServer((server) => {
    const { variables: given, images, startup: raw } = profileOf(server.definition(), portsOf(server)[0] ?? 0)
    const values = new Map<string, string>()
    const all = [...given]
    let chosen = Object.values(images)[0] ?? ''

    const current = (): readonly SetVariable[] => all.map((one) => ({ ...one, set: values.get(one.name) ?? null }))
    const isSecret = ({ name, isHidden }: Variable) => isHidden || /PASS/.test(name)

    return {
      raw,
      images,
      image: () => chosen,
      choose(image: string) {
        chosen = image
      },
      /** Those that the account may see. */
      variables: () => current().filter(({ isHidden }) => !isHidden),
      set(name: string, value: string) {
        values.set(name, value)
      },
      /** Adds variables to those of the server's game. */
      add(variables: readonly Variable[]) {
        all.push(...variables)
      },
      /** The command as it runs at the next start; in the list of servers without what is secret. */
      command({ isShown }: { readonly isShown: boolean }): string {
        const filled = new Map([
          ['SERVER_MEMORY', String(server.definition().memoryMiB)],
          ['SERVER_PORT', String(portsOf(server)[0] ?? 0)],
          ...current().map((one) => [one.name, !isShown && isSecret(one) ? hidden : (one.set ?? one.value)] as const),
        ])
        return raw.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => filled.get(name) ?? whole)
      },
    }
  })

  /** One of the two panels does not look whether there is such a variable, and fails on what is none. */
  const unknown = () => (dialect === 'pelican' ? refusal.badRequest(isNoVariable) : refusal.failed('ErrorException'))

  const rows = [
    on('GET', '/startup', 'startup.read', ({ server }) => {
      const its = of(server)
      const startup_command = its.command({ isShown: true })
      const meta = { startup_command, docker_images: its.images, raw_startup_command: its.raw }
      return json(list(its.variables().map(shownVariable), meta))
    }),
    onInput('PUT', '/startup/variable', 'startup.update', keyInput, (call, { key }) => {
      const its = of(call.server)
      const variable = its.variables().find(({ name }) => name === key) ?? refuse(unknown())
      if (!variable.isEditable) refuse(refusal.badRequest(isReadOnly))
      const set = call.input(z.object({ value: variable.rule.input })).value ?? ''
      its.set(key, set)
      call.record('server:startup.edit', { variable: key, old: variable.set ?? '', new: set })
      const meta = { startup_command: its.command({ isShown: true }), raw_startup_command: its.raw }
      return json({ ...shownVariable({ ...variable, set }), meta })
    }),
    on('PUT', '/settings/docker-image', 'startup.docker-image', (call) => {
      const its = of(call.server)
      const images = Object.values(its.images)
      const next = call.input(z.object({ docker_image: z.enum(images) })).docker_image
      const old = its.image()
      if (!images.includes(old)) refuse(refusal.badRequest(isByHand))
      its.choose(next)
      if (old !== next) call.record('server:startup.image', { old, new: next })
    }),
  ]
  return { rows, of }
}
