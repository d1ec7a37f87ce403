import { z } from 'zod'
import type { Game } from './definition.ts'

/** What a variable may be: as the panel tells it, and as it judges. Empty text comes as null. */
type VariableRule = { readonly text: string; readonly input: z.ZodType<string | null> }

/** A setting of a server's start, as its egg has it. */
export type Variable = {
  /** Its name in the environment. */
  readonly name: string
  readonly label: string
  readonly description: string
  readonly value: string
  readonly rule: VariableRule
  readonly isEditable: boolean
  /** What the account never sees. */
  readonly isHidden: boolean
}

const optional = (input: z.ZodType<string>) => input.nullish().transform((value) => value ?? null)

/** The rules of these eggs, in Laravel's words. */
const rule = {
  text: (max: number): VariableRule => ({ text: `required|string|max:${max}`, input: z.string().max(max) }),
  optionalText: (max: number): VariableRule => ({
    text: `nullable|string|max:${max}`,
    input: optional(z.string().max(max)),
  }),
  whole: (min: number, max: number): VariableRule => ({
    text: `required|integer|between:${min},${max}`,
    input: z
      .string()
      .regex(/^-?\d{1,9}$/)
      .transform(Number)
      .pipe(z.number().min(min).max(max))
      .transform(String),
  }),
  onOff: { text: 'required|boolean', input: z.enum(['0', '1']) },
  jar: { text: 'required|regex:/^([\\w\\d._-]+)(\\.jar)$/', input: z.string().regex(/^([\w\d._-]+)(\.jar)$/) },
  url: { text: 'nullable|url', input: optional(z.url()) },
} as const

/** A variable that the account sees and may change. */
const variable = (
  name: string,
  label: string,
  value: string,
  its: VariableRule,
  description = '',
  more: Partial<Pick<Variable, 'isEditable' | 'isHidden'>> = {},
): Variable => ({ name, label, value, rule: its, description, isEditable: true, isHidden: false, ...more })

/** A line of the server's own log, which begins with the time of day (UTC, as game servers run). */
export function logLine(now: number, text: string, level: 'INFO' | 'WARN' = 'INFO'): string {
  return `[${new Date(now).toISOString().slice(11, 19)}] [Server thread/${level}]: ${text}`
}

/** The month before the day, as Valheim has it. */
const american = (now: number) => new Date(now).toISOString().replace(/^(\d+)-(\d+)-(\d+)T([\d:]+)\..*$/, '$2/$3/$1 $4')

/** What is known of a server's game: its egg, after those that panels come with or that are widely used, and its words. */
type Profile = {
  readonly egg: { readonly uuid: string; readonly name: string }
  /** The images that the server may run in, by their labels; the first one is its own until another is chosen. */
  readonly images: Readonly<Record<string, string>>
  readonly features: readonly string[] | null
  /** The command that starts it, with `{{NAME}}` for what is filled in. */
  readonly startup: string
  readonly variables: readonly Variable[]
  /** How far each port is above the server's first one, at which players join. */
  readonly ports: readonly number[]
  /** False for a game that tells nobody how many are on. */
  readonly isCounted: boolean
  readonly map: string
  /** Players that a server takes. */
  readonly slots: number
  /** What it prints as it starts. */
  readonly opening: readonly string[]
  /** What it prints of somebody who comes or goes, as it is widely documented. `account` is the player's number. */
  readonly visit: (now: number, name: string, account: number, comes: boolean) => string
  /** The commands that list its players, in small letters, and what they print. */
  readonly lists: readonly string[]
  readonly list: (players: readonly string[]) => readonly string[]
}

const tail = '4f6e-4b8a-9c3d-5a7e1b2f6d90'

export const games: Readonly<Record<Game, Profile>> = {
  minecraft: {
    egg: { uuid: `150956be-${tail}`, name: 'Paper' },
    images: {
      'Java 21': 'ghcr.io/pterodactyl/yolks:java_21',
      'Java 17': 'ghcr.io/pterodactyl/yolks:java_17',
      'Java 11': 'ghcr.io/pterodactyl/yolks:java_11',
    },
    features: ['eula', 'java_version', 'pid_limit'],
    startup: 'java -Xms128M -Xmx{{SERVER_MEMORY}}M -Dterminal.jline=false -Dterminal.ansi=true -jar {{SERVER_JARFILE}}',
    variables: [
      variable('MINECRAFT_VERSION', 'Minecraft Version', '1.21.4', rule.optionalText(20), 'Empty for the latest one.'),
      variable('SERVER_JARFILE', 'Server Jar File', 'server.jar', rule.jar, 'The file that the server runs.'),
      variable('BUILD_NUMBER', 'Build Number', 'latest', rule.text(20), 'The build of Paper to run.'),
      variable('DL_PATH', 'Download Path', '', rule.optionalText(200), '', { isHidden: true }),
    ],
    ports: [0],
    isCounted: true,
    map: 'world',
    slots: 20,
    opening: [
      'Starting minecraft server version 1.21.4',
      'Loading properties',
      'Starting Minecraft server on *:25565',
      'Preparing level "world"',
    ],
    visit: (now, name, _account, comes) => logLine(now, `${name} ${comes ? 'joined' : 'left'} the game`),
    lists: ['list'],
    list: (players) => [`There are ${players.length} of a max of 20 players online: ${players.join(', ')}`.trimEnd()],
  },
  valheim: {
    egg: { uuid: `3c1f0e7d-${tail}`, name: 'Valheim' },
    images: { Valheim: 'ghcr.io/parkervcp/games:valheim' },
    features: null,
    startup:
      './valheim_server.x86_64 -nographics -batchmode -port {{SERVER_PORT}} -public {{PUBLIC}} -password "{{PASSWORD}}"',
    variables: [
      variable('SRCDS_APPID', 'Steam App ID', '896660', rule.text(20), '', { isEditable: false }),
      variable('WORLD', 'World Name', 'Midgard', rule.text(20)),
      variable('PASSWORD', 'Server Password', 'mead-and-honey', rule.text(20), 'What players type to join.'),
      variable('PUBLIC', 'Public Server', '1', rule.onOff, 'Lists it among the public servers.'),
    ],
    ports: [0, 1],
    isCounted: true,
    map: 'Midgard',
    slots: 10,
    opening: ['Starting server version 0.219.14', 'Loading world "Midgard"', 'Game server connected'],
    visit: (now, name, account, comes) =>
      `${american(now)}: ${comes ? `Got character ZDOID from ${name} : ${account}:1` : `Closing socket ${account}`}`,
    lists: [],
    list: () => [],
  },
  rust: {
    egg: { uuid: `a8d2e6f1-${tail}`, name: 'Rust' },
    images: { Rust: 'ghcr.io/parkervcp/games:rust' },
    features: ['steam_disk_space'],
    startup:
      './RustDedicated -batchmode +server.port {{SERVER_PORT}} +server.queryport {{QUERY_PORT}} +server.maxplayers {{MAX_PLAYERS}} +rcon.password "{{RCON_PASS}}"',
    variables: [
      // Its default value is the port above the server's first one.
      variable('QUERY_PORT', 'Query Port', '', rule.whole(1024, 65_535)),
      variable('RCON_PORT', 'RCON Port', '28016', rule.whole(1024, 65_535)),
      variable('RCON_PASS', 'RCON Password', 'not-for-tools', rule.text(64)),
      variable('LEVEL', 'Level', 'Procedural Map', rule.text(20)),
      variable('MAX_PLAYERS', 'Max Players', '40', rule.whole(1, 500)),
      variable('MAP_URL', 'Custom Map', '', rule.url, 'The address of a map of your own.'),
    ],
    ports: [0, 1],
    isCounted: true,
    map: 'Procedural Map',
    slots: 100,
    opening: ['Loading server configuration', 'Generating procedural map of size 4000', 'Spawning world entities'],
    visit(_now, name, account, comes) {
      const who = `127.0.0.1:28015/${account}/${name}`
      return comes ? `${who} joined [windows/${account}]` : `${who} disconnecting: disconnect`
    },
    lists: ['status'],
    list: ({ length }) => [`players : ${length} (100 max) (0 queued) (0 joining)`],
  },
  factorio: {
    egg: { uuid: `e4b7c9a3-${tail}`, name: 'Factorio' },
    images: { Debian: 'ghcr.io/parkervcp/yolks:debian' },
    features: null,
    startup: './bin/x64/factorio --port {{SERVER_PORT}} --start-server saves/save.zip',
    variables: [variable('FACTORIO_VERSION', 'Factorio Version', 'latest', rule.text(20))],
    ports: [0],
    isCounted: false,
    map: 'save',
    slots: 16,
    opening: ['Loading map save.zip', 'Checksum for core: 1866436290', 'Hosting game at 0.0.0.0:34197'],
    visit(now, name, _account, comes) {
      const at = new Date(now).toISOString().slice(0, 19).replace('T', ' ')
      return `${at} ${comes ? `[JOIN] ${name} joined the game` : `[LEAVE] ${name} left the game`}`
    },
    lists: ['players o', 'players online'],
    list: (players) => [`Online players (${players.length}):`, ...players.map((name) => `  ${name} (online)`)],
  },
}
