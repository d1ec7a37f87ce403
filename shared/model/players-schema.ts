import { z } from 'zod'
import { panelIdSchema, serverRefSchema } from './identifier-schema.ts'
import { gameIds, maxPlayerNameLength } from './players.ts'

export const gameIdSchema = z.enum(gameIds)

export const portSchema = z.number().int().min(1).max(65_535)

/**
 * Why it is not known how many are on:
 * - `off`: nobody allowed to ask the game.
 * - `proxy`: a proxy is set, past which a game would be asked.
 * - `unknown-game`: the game is not recognised, or has no way to be asked.
 * - `no-address`: no address of the server can be asked from here, as one in somebody else's private network.
 * - `no-answer`: the game did not answer, or not as it should.
 * - `udp-blocked`: nothing that was asked over UDP answers on this computer.
 * - `not-told`: it answered without a count that can be believed.
 * - `not-running`: the server does not run, or its state is unknown.
 */
const unknownSchema = z
  .enum(['off', 'proxy', 'unknown-game', 'no-address', 'no-answer', 'udp-blocked', 'not-told', 'not-running'])
  .nullable()
export type PlayersUnknown = NonNullable<z.infer<typeof unknownSchema>>

/** Who is on a server, as one source told it at one time. */
export const playerCountSchema = z.object({
  online: z.number().int().min(0),
  /** Slots; null where the source tells none. */
  max: z.number().int().min(0).nullable(),
  /** For people to read only: a game may hide them, tell a part, or make them up. Bounded, made safe. */
  names: z.array(z.string().max(maxPlayerNameLength)),
  /**
   * The panel's own player plugin, the game server when asked directly, lines of the open console, or the answer to a
   * list command that a person sent.
   */
  source: z.enum(['panel', 'game', 'console', 'list-command']),
  /** Good enough to decide that nobody is on. */
  isSure: z.boolean(),
  /** When it was told, in unix milliseconds. */
  at: z.number(),
})
export type PlayerCount = z.infer<typeof playerCountSchema>
export type PlayerSource = PlayerCount['source']

/** A game, and what the guess of it goes by; `person`: somebody chose it. */
const gameSchema = z
  .object({ id: gameIdSchema, by: z.enum(['command', 'egg', 'image', 'variables', 'features', 'person']) })
  .nullable()
export type GameSign = NonNullable<z.infer<typeof gameSchema>>['by']

/** What is known of a server's players. No count is not a count of 0. */
export const playersViewSchema = z.object({
  ref: serverRefSchema,
  count: playerCountSchema.nullable(),
  /** Why there is no count; null while there is one, and before anything was tried. */
  unknown: unknownSchema,
  game: gameSchema,
  /** What is asked, as `host:port`; null where nothing is. */
  address: z.string().nullable(),
  /** The panel's entry is known to be running, yet its game has answered before and does not any more; since when. */
  frozenSince: z.number().nullable(),
})
export type PlayersView = z.infer<typeof playersViewSchema>

/** What a server's game is guessed to be by what its panel tells, and the ports of the server, the usual one first. */
export const playersGameSchema = z.object({
  game: gameSchema,
  ports: z.array(portSchema).max(100),
})
export type PlayersGame = z.infer<typeof playersGameSchema>

/** What came back when a person tried it. Either a count, or why there is none. */
export const playersTestSchema = z.object({
  count: playerCountSchema.nullable(),
  unknown: unknownSchema,
  /** What was asked, as `host:port`; null where nothing was. */
  address: z.string().nullable(),
  /** How long the answer took, in milliseconds. */
  tookMs: z.number().min(0),
})
export type PlayersTest = z.infer<typeof playersTestSchema>

/** A person's corrections for one server; null is as guessed. */
export const playersOfServerSchema = z.object({
  ref: serverRefSchema,
  game: gameIdSchema.nullable(),
  port: portSchema.nullable(),
  isAsked: z.boolean().nullable(),
})
export type PlayersOfServer = z.infer<typeof playersOfServerSchema>

/** Whom a person allowed to ask, past the panel: nobody by default. `asked`: the question was answered once. */
export const playersPreferencesSchema = z.object({
  asked: z.boolean(),
  panels: z.array(panelIdSchema),
  servers: z.array(playersOfServerSchema),
})
export type PlayersPreferences = z.infer<typeof playersPreferencesSchema>
