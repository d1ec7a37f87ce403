import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { gameOfEntry } from '../../../../electron/panel/game-details.ts'
import { games } from '../../../../electron/players/games.ts'
import { guessGame, isVague } from '../../../../electron/players/guess-game.ts'
import { type GameId, gameIds } from '../../../../shared/model/players.ts'

/**
 * Eggs of public collections and of a panel's own, one in a line, parted by tabs: the game that it is, `-` where its
 * players are rightly not asked for, name, image, features, the variables that a person sees, and how its start command
 * begins. `–` stands for nothing.
 */
const rows = readFileSync(new URL('../../../fixtures/eggs.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t').map((cell) => (cell === '–' ? '' : cell)))

const wordsIn = (cell: string, between: string) => (cell === '' ? [] : cell.split(between))

/** A server of an egg as a stock panel lists it: without the name of its egg. */
function listed([, , image, features = '', variables = '', invocation]: readonly string[]) {
  const data = wordsIn(variables, ' ').map((text) => {
    const [env_variable = '', value = '27015'] = text.split('=')
    return { attributes: { env_variable, server_value: value } }
  })
  return gameOfEntry({
    docker_image: image,
    egg_features: wordsIn(features, ','),
    invocation,
    relationships: { variables: { data } },
  })
}

/** What is guessed of each egg: by the list, and with the name of the egg where that is asked for. */
function guesses(row: readonly string[], withEgg: boolean): string {
  const details = listed(row)
  const guess = details && guessGame(details)
  const next = withEgg && details !== null && isVague(guess) ? guessGame({ ...details, egg: row[1] ?? '' }) : guess
  return next?.id ?? '-'
}

const isGame = (id: string): id is GameId => gameIds.some((one) => one === id)

/** Asked as the game is, though it is not known which one it is: its 0 proves nothing. */
const isAskedAlike = (guess: string, right: string) =>
  guess === 'steam' && isGame(right) && games[right].asks[0] === 'a2s'

function tally(withEgg: boolean) {
  const all = rows.map((row) => ({ right: row[0] ?? '', name: row[1] ?? '', guess: guesses(row, withEgg) }))
  const isRight = ({ right, guess }: (typeof all)[number]) => guess === right || isAskedAlike(guess, right)
  const others = all.filter((one) => !isRight(one))
  const text = ({ right, name, guess }: (typeof all)[number]) => `${name}: ${guess}, not ${right}`
  return {
    right: all.filter((one) => isRight(one) && one.right !== '-').length,
    notAsked: all.filter((one) => isRight(one) && one.right === '-').length,
    unknown: others.filter(({ guess }) => guess === '-').map(text),
    wrong: others.filter(({ guess }) => guess !== '-').map(text),
  }
}

it('knows the games of public eggs by what a stock panel lists', () => {
  expect(tally(false)).toEqual({
    right: 192,
    notAsked: 117,
    unknown: [
      'Feather: -, not minecraft-java',
      'Glowstone: -, not minecraft-java',
      'Ketting: -, not minecraft-java',
      'Limbo: -, not minecraft-java',
      'Empyrion: Galactic Survival: -, not steam',
    ],
    // Asked in vain, until the name of its egg is known.
    wrong: ['Satisfactory: steam, not -'],
  })
})

it('knows them with the names of those eggs that it asks for', () => {
  expect(tally(true)).toEqual({
    right: 196,
    notAsked: 118,
    unknown: ['Empyrion: Galactic Survival: -, not steam'],
    wrong: [],
  })
})
