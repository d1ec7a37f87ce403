import type { ServerDefinition } from './definition.ts'
import type { Entries, Entry } from './file-tree.ts'

const propertiesOf = (name: string) => `#Minecraft server properties
allow-flight=false
difficulty=normal
enforce-whitelist=false
gamemode=survival
hardcore=false
level-name=world
level-seed=
max-players=20
motd=${name}
online-mode=true
pvp=true
server-port=25565
simulation-distance=8
spawn-protection=16
view-distance=10
white-list=false
`

const spigot = `settings:
  restart-on-crash: true
  restart-script: ./start.sh
  save-user-cache-on-stop-only: false
messages:
  restart: Server is restarting
world-settings:
  default:
    mob-spawn-range: 6
    merge-radius:
      item: 2.5
      exp: 3.0
`

/** The files that a server has when it is first looked at. */
export function firstFiles(definition: ServerDefinition, at: number): Entries {
  const text = new TextEncoder()
  const file = (content: string): Entry => ({ content: text.encode(content), modifiedAt: at })
  const folder: Entry = { content: null, modifiedAt: at }
  if (definition.game !== 'minecraft') {
    return new Map([
      ['/config.json', file(`${JSON.stringify({ name: definition.name, slots: 20 }, null, 2)}\n`)],
      ['/saves', folder],
    ])
  }
  return new Map([
    ['/eula.txt', file('eula=true\n')],
    ['/server.properties', file(propertiesOf(definition.name))],
    ['/spigot.yml', file(spigot)],
    ['/whitelist.json', file('[]\n')],
    ['/logs', folder],
    ['/logs/latest.log', file('')],
    ['/plugins', folder],
    ['/plugins/WorldEdit', folder],
    ['/plugins/WorldEdit/config.yml', file('limits:\n  max-blocks-changed:\n    default: 50000\n')],
    ['/world', folder],
  ])
}
