import { ok, type Result } from '../../shared/result.ts'
import type { AtServer } from './at-server.ts'
import type { CallOptions } from './call-options.ts'
import { attributesOf } from './collection.ts'
import { eggOf } from './game-details.ts'

/** The name of a server's egg, `pterodactyl` dialect only, since lists leave it out; null where the panel tells none. */
export type ReadEgg = (identifier: string, options?: CallOptions) => Promise<Result<string | null>>

const nameOf = (json: unknown) => ({ egg: eggOf(attributesOf(json)?.relationships) })

export const createReadEgg =
  (at: (identifier: string, options?: CallOptions) => AtServer): ReadEgg =>
  async (identifier, options) => {
    const read = await at(identifier, options).read('server', '?include=egg', nameOf)
    return read.ok ? ok(read.value.egg) : read
  }
