import type { GameId } from '../../shared/model/players.ts'
import type { GameSign } from '../../shared/model/players-schema.ts'
import { games, gamesInOrder, isQueryPort } from './games.ts'

/**
 * What a panel tells of what a server runs; empty where it tells nothing.
 * @property egg the name of its egg; that differs by host
 * @property image its docker image
 * @property programs what its start command runs, with blanks between
 * @property features the features of its egg
 * @property variables its startup variables by name
 */
export type GameSigns = {
  readonly egg: string | null
  readonly image: string | null
  readonly programs: string
  readonly features: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

export type Guess = { readonly id: GameId; readonly by: GameSign }

/** Maximum number of characters of a name that are looked at. */
const maxLooked = 1_000

/** A name as lower-case words with a blank between, before and after them: `' don t starve together '`. */
const wordsOf = (name: string) =>
  ` ${name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join(' ')} `

/** The words of a name as it is written, and with each capital letter as the beginning of one: `CoreKeeperServer`. */
function readingsOf(name: string): readonly string[] {
  if (name === '') return []
  const looked = name.slice(0, maxLooked)
  return [wordsOf(looked), wordsOf(looked.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' '))]
}

/** Games that tell nobody, or only who has a password: no sign of them is one of another game. */
const unasked =
  / (?:hytale|palworld|pal server|satisfactory|teamspeak|teamspeak3|teamspeak6|ts3|ts3server|tsserver|teaspeak|mumble|survival ascended|ark ascended|minetest|luanti|vintage story|astroneer|astro server|stationeers|rocketstation|cs2d|xonotic|et legacy|etlded) /

/** Those that a program tells: `forge` or `paper` may be any, and a server of Minecraft shows by other signs. */
const binaries = gamesInOrder.filter((id) => id !== 'minecraft-java')

/** The game that a name is of. @param ids those that are looked for, likeliest first */
function named(name: string, ids = gamesInOrder): GameId | undefined {
  const readings = readingsOf(name)
  return ids.find((id) => readings.some((words) => games[id].words?.test(words)))
}

const ofApp = (number: string | undefined) => gamesInOrder.find((id) => games[id].apps.includes(Number(number)))

/** True for what only servers of Steam's games have. */
function isOfSteam({ image, features, variables }: GameSigns): boolean {
  const isNamed = Object.keys(variables).some((name) => /APP_?ID$/.test(name) || isQueryPort(name))
  return isNamed || features.includes('steam_disk_space') || /(?:^|\/)(?:steamcmd:|games:source$)/.test(image ?? '')
}

/**
 * The game that a server seems to run, and by which sign; null where nothing tells, or the game tells nobody. A guess: it
 * is shown to the person, who may correct it.
 */
export function guessGame(signs: GameSigns): Guess | null {
  const { egg, image, programs, features, variables } = signs
  const names = [programs, egg ?? '']
  if (names.some((name) => readingsOf(name).some((words) => unasked.test(words)))) return null
  const versions = Object.keys(variables).filter((name) => name.endsWith('_VERSION'))
  const tag = /(?:^|\/)games:([\w.-]+)$/.exec(image ?? '')?.[1] ?? ''
  const guesses: readonly (readonly [GameSign, GameId | undefined])[] = [
    ['variables', ofApp(variables.SRCDS_APPID ?? variables.STEAMCMD_APPID)],
    ['command', named(programs, binaries)],
    ['egg', named(egg ?? '')],
    ['variables', named(versions.join(' '))],
    ['image', named(tag)],
    ['features', features.includes('eula') ? 'minecraft-java' : undefined],
    ['features', features.includes('gsl_token') ? 'source' : isOfSteam(signs) ? 'steam' : undefined],
  ]
  for (const [by, id] of guesses) if (id) return { id, by }
  return null
}

/** True where the name of its egg may tell more than what is known of a server. */
export const isVague = (guess: Guess | null): boolean =>
  guess === null || guess.by === 'features' || guess.id === 'steam'
