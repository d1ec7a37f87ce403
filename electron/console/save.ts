import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, type Result } from '../../shared/result.ts'
import type { SaveText } from '../lib/save-text.ts'
import type { StateStore } from '../state/store.ts'
import type { Consoles } from './consoles.ts'

type Deps = { store: StateStore; consoles: Pick<Consoles, 'text'>; saveText: SaveText }

/** Letters and digits of any script; the rest would be special to one file system or another. */
const fileName = (name: string) => name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'server'

/** Saves the kept lines of a console where the person says; null when they cancel. */
export function createSaveConsole({ store, consoles, saveText }: Deps) {
  return async (ref: ServerRef): Promise<Result<{ file: string } | null>> => {
    const server = store.get().servers[ref]
    if (server === undefined) return fail('unknown-server')
    return saveText({
      title: `Save the console of ${server.name}`,
      name: `${fileName(server.name)}.log`,
      filter: { name: 'Log', extensions: ['log', 'txt'] },
      text: () => consoles.text(ref),
    })
  }
}
