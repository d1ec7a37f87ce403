import type { Game, ServerDefinition } from '../machine/definition.ts'

/** What answers at a port; `null`: nobody, as at a port where a game is only played. */
export type Voice = 'minecraft-status' | 'bedrock' | 'a2s' | null
export type Transport = 'tcp' | 'udp'

/** A port of a server, so many above its first one. */
export type Door = { readonly offset: number; readonly transport: Transport; readonly voice: Voice }

type Variable = { readonly name: string; readonly value: string; readonly isEditable: boolean }

/** What a panel knows of a server's game, and where that game answers. */
export type Profile = {
  readonly egg: { readonly uuid: string; readonly name: string }
  readonly image: string
  readonly features: readonly string[] | null
  readonly invocation: string
  readonly variables: readonly Variable[]
  readonly doors: readonly Door[]
  readonly map: string
  readonly version: string
}

const door = (offset: number, transport: Transport, voice: Voice): Door => ({ offset, transport, voice })
const variable = (name: string, value: string, isEditable = true): Variable => ({ name, value, isEditable })
const tail = '4f6e-4b8a-9c3d-5a7e1b2f6d90'

/**
 * The eggs of the demo panel, after those that panels come with or that are widely used. Valheim and Rust answer one
 * port above the one that players join at; Factorio has no query.
 * @param port the server's first port
 */
export function profileOf({ game, memoryMiB }: Pick<ServerDefinition, 'game' | 'memoryMiB'>, port: number): Profile {
  const profiles: Record<Game, Profile> = {
    minecraft: {
      egg: { uuid: `150956be-${tail}`, name: 'Paper' },
      image: 'ghcr.io/pterodactyl/yolks:java_21',
      features: ['eula', 'java_version', 'pid_limit'],
      invocation: `java -Xms128M -Xmx${memoryMiB}M -Dterminal.jline=false -Dterminal.ansi=true -jar server.jar`,
      variables: [
        variable('MINECRAFT_VERSION', '1.21.4'),
        variable('SERVER_JARFILE', 'server.jar'),
        variable('BUILD_NUMBER', 'latest'),
      ],
      // With Geyser, which lets players of Bedrock in at the same number.
      doors: [door(0, 'tcp', 'minecraft-status'), door(0, 'udp', 'bedrock')],
      map: 'world',
      version: '1.21.4',
    },
    bedrock: {
      egg: { uuid: `9fd5f1b4-${tail}`, name: 'Vanilla Bedrock' },
      image: 'ghcr.io/parkervcp/yolks:debian',
      features: null,
      invocation: './bedrock_server',
      variables: [variable('BEDROCK_VERSION', '1.21.50.07'), variable('SERVERNAME', 'Bedrock level')],
      doors: [door(0, 'udp', 'bedrock')],
      map: 'Bedrock level',
      version: '1.21.50',
    },
    valheim: {
      egg: { uuid: `3c1f0e7d-${tail}`, name: 'Valheim' },
      image: 'ghcr.io/parkervcp/games:valheim',
      features: null,
      invocation: `./valheim_server.x86_64 -nographics -batchmode -port ${port} -public 1 -password "[hidden]"`,
      variables: [variable('SRCDS_APPID', '896660', false), variable('WORLD', 'Midgard'), variable('PASSWORD', 'mead')],
      doors: [door(0, 'udp', null), door(1, 'udp', 'a2s')],
      map: 'Midgard',
      version: '1.0.0.0',
    },
    rust: {
      egg: { uuid: `a8d2e6f1-${tail}`, name: 'Rust' },
      image: 'ghcr.io/parkervcp/games:rust',
      features: ['steam_disk_space'],
      invocation: `./RustDedicated -batchmode +server.port ${port} +server.queryport ${port + 1} +rcon.password "[hidden]"`,
      variables: [
        variable('QUERY_PORT', String(port + 1)),
        variable('RCON_PORT', '28016'),
        variable('RCON_PASS', 'not-for-tools'),
        variable('LEVEL', 'Procedural Map'),
      ],
      doors: [door(0, 'udp', null), door(1, 'udp', 'a2s')],
      map: 'Procedural Map',
      version: '2550',
    },
    factorio: {
      egg: { uuid: `e4b7c9a3-${tail}`, name: 'Factorio' },
      image: 'ghcr.io/parkervcp/yolks:debian',
      features: null,
      invocation: `./bin/x64/factorio --port ${port} --start-server saves/save.zip`,
      variables: [variable('FACTORIO_VERSION', 'latest')],
      doors: [door(0, 'udp', null)],
      map: 'save',
      version: '2.0.28',
    },
  }
  return profiles[game]
}
