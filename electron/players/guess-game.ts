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

/** Longer names are cut before they are searched, in characters. */
const maxNameLength = 1_000

/** A name as lower-case words with a blank between, before and after them: `' don t starve together '`. */
const wordsOf = (name: string) =>
  ` ${name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join(' ')} `

/** A name's words in two ways: as it is written, and with a new word at each capital letter, as in `CoreKeeperServer`. */
function wordFormsOf(name: string): readonly string[] {
  if (name === '') return []
  const cut = name.slice(0, maxNameLength)
  return [wordsOf(cut), wordsOf(cut.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' '))]
}

/**
 * Games that tell their player count to nobody, or only with a password. A server that seems to run one of them is not
 * asked at all, whatever else it looks like.
 */
const gamesWithoutCount =
  / (?:hytale|palworld|pal server|satisfactory|teamspeak|teamspeak3|teamspeak6|ts3|ts3server|tsserver|teaspeak|mumble|survival ascended|ark ascended|minetest|luanti|vintage story|astroneer|astro server|stationeers|rocketstation|cs2d|xonotic|et legacy|etlded) /

/** Games that a program's name tells. Not Minecraft: `forge` or `paper` may be anything, and other signs show it. */
const gamesByProgram = gamesInOrder.filter((id) => id !== 'minecraft-java')

/** The game that a name stands for. @param ids the games to look for, likeliest first */
function named(name: string, ids = gamesInOrder): GameId | undefined {
  const forms = wordFormsOf(name)
  return ids.find((id) => forms.some((words) => games[id].words?.test(words)))
}

const ofApp = (number: string | undefined) => gamesInOrder.find((id) => games[id].apps.includes(Number(number)))

/** True for signs that only servers of Steam's games show. */
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
  if (names.some((name) => wordFormsOf(name).some((words) => gamesWithoutCount.test(words)))) return null
  const versions = Object.keys(variables).filter((name) => name.endsWith('_VERSION'))
  const tag = /(?:^|\/)games:([\w.-]+)$/.exec(image ?? '')?.[1] ?? ''
  const guesses: readonly (readonly [GameSign, GameId | undefined])[] = [
    ['variables', ofApp(variables.SRCDS_APPID ?? variables.STEAMCMD_APPID)],
    ['command', named(programs, gamesByProgram)],
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
