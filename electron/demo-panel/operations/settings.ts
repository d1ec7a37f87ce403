import { z } from 'zod'
import { noContent } from '../http/reply.ts'
import { type Operation, onServer } from './operation.ts'

/** A server's name: a single line. */
const name = z
  .string()
  .max(191)
  .regex(/^\P{Cc}+$/u)
const renameInput = z.object({ name, description: z.string().max(1_000).nullish() })

/** Settings: the server's name and description. */
export const settingsOperations: readonly Operation[] = [
  onServer('POST', '/settings/rename', 'settings', (call) => {
    const input = call.input(renameInput)
    if (!input.ok) return input.reply
    const old = call.server.definition().name
    call.server.rename(input.value.name, input.value.description ?? null)
    call.record('server:settings.rename', { old, new: input.value.name })
    return noContent
  }),
]
