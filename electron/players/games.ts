import type { GameId } from '../../shared/model/players.ts'
import { keysOf } from '../../shared/tables.ts'
import type { InfoRules } from './codecs/a2s.ts'

/** The ways in which a game can be asked. */
export type Protocol = 'minecraft-status' | 'bedrock' | 'a2s' | 'fivem' | 'samp'

/**
 * What a 0 of a game is worth: it may prove that nobody is on (`sure`), is only shown, since it may be another count than
 * the server's (`shown`), or says nothing (`not-told`).
 */
type Zero = 'sure' | 'shown' | 'not-told'

/** How one game is recognised and asked. */
export type Game = {
  /** Tried in this order, until one tells a count. None: only the console tells of players. */
  readonly asks: readonly Protocol[]
  readonly zero: Zero
  /** Words in the names of its eggs, programs, variables and images; null where there are no such words. */
  readonly words: RegExp | null
  /** Steam's numbers of its dedicated servers, as eggs keep them in `SRCDS_APPID`. */
  readonly apps: readonly number[]
  readonly info: InfoRules
}

const plain: InfoRules = { hasBotsInCount: false, isInKeywords: false }
const withBots: InfoRules = { hasBotsInCount: true, isInKeywords: false }

function other(asks: readonly Protocol[], zero: Zero, words: string): Game {
  return { asks, zero, words: new RegExp(` (?:${words}) `), apps: [], info: plain }
}

/** A game of Valve's query protocol. */
function a2s(zero: Zero, words: string, apps: readonly number[], info: InfoRules = plain): Game {
  return { ...other(['a2s'], zero, words), apps, info }
}

/**
 * Every game, as gamedig, the panel's player plugin and the games' own pages have it; the first whose words fit counts.
 * `shown` are those of which sources differ or little is known, a proxy, whose plugins may tell any number, and Don't
 * Starve Together, which tells of one of its worlds. A Valheim server with crossplay says 0 whoever is on.
 */
export const games: Readonly<Record<GameId, Game>> = {
  'minecraft-proxy': other(
    ['minecraft-status', 'bedrock'],
    'shown',
    'velocity|bungeecord|bungee|waterfall|travertine|flamecord|waterdog|waterdogpe|viaaas|viaproxy',
  ),
  'minecraft-bedrock': other(
    ['bedrock'],
    'sure',
    'bedrock|pocketmine|pocketminemp|pmmp|nukkit|nukkitx|powernukkit|powernukkitx|pnx|cloudburst|levilamina|gomint',
  ),
  fivem: other(['fivem'], 'sure', 'fivem|redm|cfx|citizenfx|txadmin|fxserver'),
  samp: other(['samp'], 'sure', 'samp|sa mp|samp03svr|open mp|openmp|omp server'),
  cs2: a2s('sure', 'cs2|counter strike 2|counterstrike 2', [730], withBots),
  csgo: a2s(
    'sure',
    'csgo|cs go|counter strike global offensive|css|counter strike source|srcds run cstrike',
    [740, 232_330],
    withBots,
  ),
  gmod: a2s('sure', 'gmod|garrys mod|garry s mod|garrysmod', [4_020], withBots),
  tf2: a2s('sure', 'tf2|team fortress 2|team fortress|tf2c|tf2classic|srcds run tf', [232_250], withBots),
  'insurgency-sandstorm': a2s('shown', 'sandstorm|insurgency server', [581_330]),
  // Which of them it is, is not known: bots that its count leaves out must not make a 0 of it.
  source: a2s(
    'sure',
    'source engine|srcds|hlds|svends|counter strike|l4d|l4d2|left 4 dead|insurgency|hl2dm|half life 2|day of defeat|no more room in hell',
    [232_290, 232_370, 222_840, 222_860, 237_410],
  ),
  valheim: a2s('not-told', 'valheim', [896_660]),
  'v-rising': a2s('sure', 'v rising|vrising', [1_829_350]),
  '7-days-to-die': a2s('sure', '7 days to die|7days to die|7daystodie|7d2d|7dtd', [294_420]),
  unturned: a2s('sure', 'unturned', [1_110_390]),
  'sons-of-the-forest': a2s('shown', 'sons of the forest|sonsoftheforest|sotf', [2_465_200]),
  'the-forest': a2s('shown', 'the forest|theforest', [556_450]),
  'arma-reforger': a2s('shown', 'arma reforger|armareforger|reforger', [1_874_900]),
  'arma-3': a2s('sure', 'arma 3|arma3|arma iii|arma3server', [233_780]),
  barotrauma: a2s('shown', 'barotrauma', [1_026_340]),
  'core-keeper': a2s('shown', 'core keeper|corekeeper', [1_963_720]),
  enshrouded: a2s('shown', 'enshrouded', [2_278_520]),
  dayz: a2s('sure', 'dayz|day z|dayzserver', [223_350]),
  'ark-se': a2s('sure', 'ark survival evolved|ark se|arkse|survival evolved|shooter game server', [376_030]),
  'conan-exiles': a2s('sure', 'conan exiles|conanexiles|conan', [443_030]),
  mordhau: a2s('shown', 'mordhau', [629_800]),
  soulmask: a2s('shown', 'soulmask|wsserver', [3_017_300, 3_017_310]),
  'dont-starve-together': a2s(
    'shown',
    'don t starve together|dont starve together|don t starve|dst|dontstarve',
    [343_050],
  ),
  squad: a2s('shown', 'squad', [403_240]),
  'project-zomboid': a2s('sure', 'project zomboid|projectzomboid|zomboid|project zomboid64', [380_870]),
  'hell-let-loose': a2s('shown', 'hell let loose', []),
  'space-engineers': a2s('sure', 'space engineers|spaceengineers|torch server', [298_740]),
  icarus: a2s('shown', 'icarus', [2_089_300]),
  'abiotic-factor': a2s('shown', 'abiotic factor|abioticfactor', [2_857_200]),
  terraria: other([], 'shown', 'terraria|tshock|tmodloader|t mod loader'),
  factorio: other([], 'shown', 'factorio'),
  // The name of a language as well: alone, or with a word that only the game goes with.
  rust: a2s('sure', '(?<=^ )rust(?= $)|rust (?:dedicated|autowipe|staging|oxide|carbon|server)', [258_550], {
    hasBotsInCount: false,
    isInKeywords: true,
  }),
  'minecraft-java': other(
    ['minecraft-status'],
    'sure',
    'minecraft|mc version|vanilla version|paper|papermc|spigot|bukkit|craftbukkit|purpur|folia|pufferfish|leaves|sponge|spongevanilla|spongeforge|fabric|forge|neoforge|quilt|mohist|magma|arclight|catserver|ketting|curseforge|modrinth|feed the beast|ftb|technic|glowstone|limbo|feather|cuberite',
  ),
  // Any other that is told to be one of Steam's: it may answer, and its 0 may be anything.
  steam: { asks: ['a2s'], zero: 'shown', words: null, apps: [], info: plain },
}

/** The games in the order in which signs of them are looked for. */
export const gamesInOrder = keysOf(games)

/** Whether a count of this game, told by itself, may prove that nobody is on. */
export const isSure = (game: GameId): boolean => games[game].zero === 'sure'

/** Whether a game is asked over UDP first. */
export const isOverUdp = (game: GameId): boolean => ['a2s', 'bedrock', 'samp'].includes(games[game].asks[0] ?? '')

/** Whether a variable of an egg has the port of queries. */
export const isQueryPort = (variable: string): boolean => /(?:QUERY_?|Q|A2S_)PORT$/.test(variable)
