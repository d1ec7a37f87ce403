import { profileOf } from '../games/profile.ts'
import type { Variable } from '../games/variable.ts'
import { item } from '../http/envelope.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { perServer } from '../machine/per-server.ts'

/** A variable with what it was set to; null for its default. */
export type SetVariable = Variable & { readonly set: string | null }

export type Startup = ReturnType<typeof createStartup>

type Deps = {
  /** The ports of a server, its default one first. */
  readonly portsOf: (server: LiveServer) => readonly number[]
}

/** Stands where a value may not be seen. */
const hidden = '[hidden]'

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

/** How each server starts: what was set of its variables, and its image (the panel's API, *Startup and image*). */
export function createStartup({ portsOf }: Deps) {
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
  return { of }
}
