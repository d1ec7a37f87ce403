import type { ServerDefinition } from '../machine/definition.ts'
import type { Entries, Entry } from '../machine/file-tree.ts'

/** The files that a server has when it is first looked at. */
export function firstFiles(definition: ServerDefinition, at: number): Entries {
  const text = new TextEncoder()
  const file = (content: string): Entry => ({ content: text.encode(content), createdAt: at, modifiedAt: at })
  const folder: Entry = { content: null, createdAt: at, modifiedAt: at }
  if (definition.game !== 'minecraft') {
    return new Map([
      ['/config.json', file(`${JSON.stringify({ name: definition.name, slots: 20 }, null, 2)}\n`)],
      ['/saves', folder],
    ])
  }
  return new Map([
    ['/eula.txt', file('eula=true\n')],
    ['/server.properties', file(`motd=${definition.name}\nmax-players=20\ndifficulty=normal\n`)],
    ['/whitelist.json', file('[]\n')],
    ['/logs', folder],
    ['/logs/latest.log', file('')],
    ['/world', folder],
  ])
}
