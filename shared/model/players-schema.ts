import { z } from 'zod'
import { panelIdSchema, serverRefSchema } from './identifier-schema.ts'
import {
  type GameId,
  gameIds,
  maxPlayerNameLength,
  type PlayerCount,
  type PlayersGame,
  type PlayersOfServer,
  type PlayersPreferences,
  type PlayersTest,
  type PlayersView,
} from './players.ts'

export const gameIdSchema = z.enum(gameIds) satisfies z.ZodType<GameId>

export const portSchema = z.number().int().min(1).max(65_535) satisfies z.ZodType<number>

const unknownSchema = z
  .enum(['off', 'proxy', 'unknown-game', 'no-address', 'no-answer', 'udp-blocked', 'not-told', 'not-running'])
  .nullable()

export const playerCountSchema = z.object({
  online: z.number().int().min(0),
  max: z.number().int().min(0).nullable(),
  names: z.array(z.string().max(maxPlayerNameLength)),
  source: z.enum(['panel', 'game', 'console', 'list-command']),
  isSure: z.boolean(),
  at: z.number(),
}) satisfies z.ZodType<PlayerCount>

const gameSchema = z
  .object({ id: gameIdSchema, by: z.enum(['egg', 'image', 'variables', 'features', 'person']) })
  .nullable()

export const playersViewSchema = z.object({
  ref: serverRefSchema,
  count: playerCountSchema.nullable(),
  unknown: unknownSchema,
  game: gameSchema,
  address: z.string().nullable(),
  retryAt: z.number().nullable(),
  frozenSince: z.number().nullable(),
}) satisfies z.ZodType<PlayersView>

export const playersGameSchema = z.object({
  game: gameSchema,
  ports: z.array(portSchema).max(100),
}) satisfies z.ZodType<PlayersGame>

export const playersTestSchema = z.object({
  count: playerCountSchema.nullable(),
  unknown: unknownSchema,
  address: z.string().nullable(),
  tookMs: z.number().min(0),
}) satisfies z.ZodType<PlayersTest>

export const playersOfServerSchema = z.object({
  ref: serverRefSchema,
  game: gameIdSchema.nullable(),
  port: portSchema.nullable(),
  isAsked: z.boolean().nullable(),
}) satisfies z.ZodType<PlayersOfServer>

export const playersPreferencesSchema = z.object({
  asked: z.boolean(),
  panels: z.array(panelIdSchema),
  servers: z.array(playersOfServerSchema),
}) satisfies z.ZodType<PlayersPreferences>
