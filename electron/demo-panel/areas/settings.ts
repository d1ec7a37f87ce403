import { z } from 'zod'
import type { Dialect } from '../http/dialect.ts'
import { refuse } from '../http/refused.ts'
import { json, noContent } from '../http/reply.ts'
import { on, onInput, type ServerCall } from './operation.ts'
import type { Reinstalls } from './reinstalls.ts'

/** Whether servers have descriptions that their users may change, as the panel's administrator has it. */
export type Descriptions = 'open' | 'forbidden' | 'off'

/** A server's name: a single line. */
const nameOf = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}+$/u)
/** Of any length, as both panels take it. */
const describeInput = z.object({ description: z.string().nullish() })

/** A refusal without a word: `abort(403)` as one of the panels has it. */
const bareForbidden = json([], 403)

type Deps = {
  readonly dialect: Dialect
  readonly reinstalls: Reinstalls
  /** On the panel that has a call for descriptions. */
  readonly descriptions: () => Descriptions
}

/** Settings: the server's name and description, and its reinstall (the panel's API, part 2, *Settings*). */
export function settingsRows({ dialect, reinstalls, descriptions }: Deps) {
  const isPelican = dialect === 'pelican'
  const renameInput = describeInput.extend({ name: nameOf(isPelican ? 255 : 191) })

  function describe(call: ServerCall, next: string | null | undefined) {
    const { name, description: old } = call.server.definition()
    if (next === undefined || (next ?? '') === old) return
    call.server.rename(name, next ?? '')
    call.record('server:settings.description', { old, new: next ?? '' })
  }

  const describeRow = on('POST', '/settings/description', 'settings.description', (call) => {
    if (descriptions() !== 'open') refuse(bareForbidden)
    describe(call, call.input(describeInput).description ?? null)
  })

  return [
    onInput('POST', '/settings/rename', 'settings.rename', renameInput, (call, { name, description }) => {
      const old = call.server.definition().name
      call.server.rename(name, null)
      if (old !== name) call.record('server:settings.rename', { old, new: name })
      // One panel changes both at once; the other has a call of its own for the description.
      if (!isPelican) describe(call, description)
    }),
    ...(isPelican ? [describeRow] : []),
    on('POST', '/settings/reinstall', 'settings.reinstall', (call) => {
      reinstalls.start(call.server)
      call.record('server:reinstall')
      return { ...noContent, status: 202 }
    }),
  ]
}
