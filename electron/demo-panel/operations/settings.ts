import { z } from 'zod'
import type { Dialect } from '../http/dialect.ts'
import { json, noContent, type Reply } from '../http/reply.ts'
import type { Reinstalls } from '../reinstalls/reinstalls.ts'
import { type Operation, onServer, type ServerCall } from './operation.ts'

/** Whether servers have descriptions that their users may change, as the panel's administrator has it. */
export type Descriptions = 'open' | 'forbidden' | 'off'

/** A server's name: a single line. */
const nameOf = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}+$/u)
/** Of any length, as both panels take it. */
const description = z.string().nullish()

/** A refusal without a word: `abort(403)` as one of the panels has it. */
const bareForbidden: Reply = json([], 403)

type Deps = {
  readonly dialect: Dialect
  readonly reinstalls: Reinstalls
  /** On the panel that has a call for descriptions. */
  readonly descriptions: () => Descriptions
}

/** Settings: the server's name and description, and its reinstall (the panel's API, part 2, *Settings*). */
export function settingsOperations({ dialect, reinstalls, descriptions }: Deps): readonly Operation[] {
  const isPelican = dialect === 'pelican'
  const renameInput = z.object({ name: nameOf(isPelican ? 255 : 191), description })
  const describeInput = z.object({ description })

  function describe(call: ServerCall, next: string | null | undefined) {
    const { name, description: old } = call.server.definition()
    if (next === undefined || (next ?? '') === old) return
    call.server.rename(name, next ?? '')
    call.record('server:settings.description', { old, new: next ?? '' })
  }

  const describeOperation = onServer(
    'POST',
    '/settings/description',
    'settings',
    (call) => {
      if (descriptions() !== 'open') return bareForbidden
      const input = call.input(describeInput)
      if (!input.ok) return input.reply
      describe(call, input.value.description ?? null)
      return noContent
    },
    'settings.description',
  )

  return [
    onServer(
      'POST',
      '/settings/rename',
      'settings',
      (call) => {
        const input = call.input(renameInput)
        if (!input.ok) return input.reply
        const old = call.server.definition().name
        call.server.rename(input.value.name, null)
        if (old !== input.value.name) call.record('server:settings.rename', { old, new: input.value.name })
        // One panel changes both at once; the other has a call of its own for the description.
        if (!isPelican) describe(call, input.value.description)
        return noContent
      },
      'settings.rename',
    ),
    ...(isPelican ? [describeOperation] : []),
    onServer(
      'POST',
      '/settings/reinstall',
      'all',
      (call) => {
        const refused = reinstalls.start(call.server)
        if (refused !== null) return refused
        call.record('server:reinstall')
        return { ...noContent, status: 202 }
      },
      'settings.reinstall',
    ),
  ]
}
