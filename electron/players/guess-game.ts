import type { GameId, GameSign } from '../../shared/model/players.ts'

/**
 * What a panel tells of what a server runs; empty where it tells nothing.
 * @property egg the name of its egg; that differs by host
 * @property image its docker image
 * @property features the features of its egg
 * @property variables its startup variables by name
 */
export type GameSigns = {
  readonly egg: string | null
  readonly image: string | null
  readonly features: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

/** Maximum number of characters of a name that are looked at. */
const maxLooked = 200

/** A name as lower-case words with a blank between, before and after them: `' don t starve together '`. */
const wordsOf = (name: string) =>
  ` ${name
    .slice(0, maxLooked)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join(' ')} `

/** Games that tell nobody, or only who has a password: no sign of them is one of another game. */
const unasked =
  / (?:hytale|palworld|satisfactory|teamspeak|teamspeak3|ts3|mumble|survival ascended|ark ascended|minetest|luanti|vintage story|astroneer|stationeers) /

/** Words in the names of eggs and of game images. The first that fits counts. */
const byName: readonly (readonly [GameId, RegExp])[] = [
  ['minecraft-proxy', / (?:velocity|bungeecord|bungee|waterfall|travertine|flamecord) /],
  [
    'minecraft-bedrock',
    / (?:bedrock|pocketmine|pocketminemp|pmmp|nukkit|nukkitx|powernukkit|powernukkitx|cloudburst|levilamina) /,
  ],
  ['fivem', / (?:fivem|redm|cfx|citizenfx|txadmin) /],
  ['cs2', / (?:cs2|counter strike 2|counterstrike 2) /],
  ['gmod', / (?:gmod|garrys mod|garry s mod|garrysmod) /],
  ['tf2', / (?:tf2|team fortress 2|team fortress|tf2c) /],
  ['insurgency-sandstorm', / (?:sandstorm) /],
  [
    'source',
    / (?:source engine|csgo|cs go|counter strike|css|l4d|l4d2|left 4 dead|left 4 dead 2|insurgency|hl2dm|half life 2|day of defeat|no more room in hell) /,
  ],
  ['valheim', / (?:valheim) /],
  ['v-rising', / (?:v rising|vrising) /],
  ['7-days-to-die', / (?:7 days to die|7days to die|7daystodie|7d2d|7dtd) /],
  ['unturned', / (?:unturned) /],
  ['sons-of-the-forest', / (?:sons of the forest|sonsoftheforest|sotf) /],
  ['the-forest', / (?:the forest|theforest) /],
  ['arma-reforger', / (?:arma reforger|armareforger|reforger) /],
  ['arma-3', / (?:arma 3|arma3|arma iii) /],
  ['barotrauma', / (?:barotrauma) /],
  ['core-keeper', / (?:core keeper|corekeeper) /],
  ['enshrouded', / (?:enshrouded) /],
  ['dayz', / (?:dayz|day z) /],
  ['ark-se', / (?:ark survival evolved|ark se|arkse|survival evolved) /],
  ['conan-exiles', / (?:conan exiles|conanexiles|conan) /],
  ['mordhau', / (?:mordhau) /],
  ['soulmask', / (?:soulmask) /],
  ['dont-starve-together', / (?:don t starve together|dont starve together|don t starve|dst) /],
  ['squad', / (?:squad) /],
  ['project-zomboid', / (?:project zomboid|projectzomboid|zomboid) /],
  ['hell-let-loose', / (?:hell let loose) /],
  ['space-engineers', / (?:space engineers|spaceengineers) /],
  ['icarus', / (?:icarus) /],
  ['abiotic-factor', / (?:abiotic factor|abioticfactor) /],
  ['terraria', / (?:terraria|tshock|tmodloader) /],
  ['factorio', / (?:factorio) /],
  ['rust', / (?:rust|rust oxide|rust carbon) /],
  [
    'minecraft-java',
    / (?:minecraft|paper|papermc|spigot|bukkit|craftbukkit|purpur|folia|pufferfish|leaves|sponge|spongevanilla|spongeforge|fabric|forge|neoforge|quilt|mohist|magma|arclight|catserver|ketting|curseforge|modrinth|feed the beast|ftb|technic|glowstone|limbo) /,
  ],
]

/**
 * Steam's numbers of dedicated servers, as eggs keep them in `SRCDS_APPID`: a game by its number, whatever its egg is
 * called.
 */
const byApp: ReadonlyMap<string, GameId> = new Map<string, GameId>([
  ['730', 'cs2'],
  ['740', 'source'],
  ['4020', 'gmod'],
  ['232250', 'tf2'],
  ['232290', 'source'],
  ['232330', 'source'],
  ['232370', 'source'],
  ['222840', 'source'],
  ['222860', 'source'],
  ['237410', 'source'],
  ['258550', 'rust'],
  ['896660', 'valheim'],
  ['1829350', 'v-rising'],
  ['294420', '7-days-to-die'],
  ['1110390', 'unturned'],
  ['556450', 'the-forest'],
  ['233780', 'arma-3'],
  ['1026340', 'barotrauma'],
  ['1963720', 'core-keeper'],
  ['2278520', 'enshrouded'],
  ['223350', 'dayz'],
  ['376030', 'ark-se'],
  ['443030', 'conan-exiles'],
  ['629800', 'mordhau'],
  ['3017300', 'soulmask'],
  ['3017310', 'soulmask'],
  ['2465200', 'sons-of-the-forest'],
  ['343050', 'dont-starve-together'],
  ['581330', 'insurgency-sandstorm'],
  ['1874900', 'arma-reforger'],
  ['403240', 'squad'],
  ['380870', 'project-zomboid'],
  ['298740', 'space-engineers'],
  ['2089300', 'icarus'],
  ['2857200', 'abiotic-factor'],
])

/** Variables that only one game's eggs have. */
const byVariable: readonly (readonly [GameId, readonly string[]])[] = [
  ['minecraft-bedrock', ['BEDROCK_VERSION']],
  ['fivem', ['FIVEM_LICENSE', 'FIVEM_VERSION', 'TXADMIN_PORT', 'TXADMIN_ENABLE']],
  ['terraria', ['TERRARIA_VERSION']],
  ['factorio', ['FACTORIO_VERSION']],
  ['minecraft-java', ['MINECRAFT_VERSION', 'MC_VERSION', 'VANILLA_VERSION', 'SERVER_JARFILE']],
]

/** Features of eggs that only one game has. */
const byFeature: readonly (readonly [GameId, readonly string[]])[] = [
  ['minecraft-java', ['eula', 'java_version']],
  ['source', ['gsl_token']],
]

const named = (words: string): GameId | null => byName.find(([, pattern]) => pattern.test(words))?.[0] ?? null

/** An image of one game (`games:rust`), or of Java, which hardly any other game runs on. `games:source` runs many. */
function ofImage(image: string): GameId | null {
  const words = wordsOf(image.split('/').at(-1) ?? '')
  return / java /.test(words) ? 'minecraft-java' : named(words)
}

/**
 * The game that a server seems to run, and by which sign; null where nothing tells, or the game tells nobody. A guess: it
 * is shown to the person, who may correct it.
 */
export function guessGame({ egg, image, features, variables }: GameSigns): { id: GameId; by: GameSign } | null {
  const words = wordsOf(egg ?? '')
  if (unasked.test(words)) return null
  const has = (name: string) => Object.hasOwn(variables, name)
  const app = has('SRCDS_APPID') ? byApp.get(variables.SRCDS_APPID ?? '') : undefined
  const guesses: readonly (readonly [GameSign, GameId | null | undefined])[] = [
    ['variables', app],
    ['egg', named(words)],
    ['variables', byVariable.find(([, names]) => names.some(has))?.[0]],
    ['image', ofImage((image ?? '').slice(0, maxLooked))],
    ['features', byFeature.find(([, known]) => known.some((name) => features.includes(name)))?.[0]],
  ]
  for (const [by, id] of guesses) if (id) return { id, by }
  return null
}
