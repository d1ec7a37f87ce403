import {
  longestStartupCommand,
  longestStartupRules,
  longestStartupValue,
  maxStartupImages,
  maxStartupVariables,
  type Startup,
  type StartupImage,
  type StartupVariable,
} from '../../shared/model/startup.ts'
import { startupImageNameSchema, startupKeySchema } from '../../shared/model/startup-schema.ts'
import { safeText, withoutUnsafe } from '../../shared/model/text.ts'
import { flagOf, readCollection } from './collection.ts'
import { type Fields, isObject } from './shapes.ts'
import type { HideToken } from './token-echo.ts'

/** In characters: of what a variable is called, and of what is told about it. */
const longest = { name: 191, description: 1_000 } as const

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : ''
}

/** A value as it is shown: unlike other texts its blanks stay, since it may be sent back. */
const shownValue = (value: string, max: number, hideToken: HideToken) =>
  hideToken(withoutUnsafe(value.slice(0, max))).slice(0, max)

/** Some panels keep the rules as a list. */
const rulesOf = (rules: unknown): string =>
  Array.isArray(rules) ? rules.filter((rule) => typeof rule === 'string').join('|') : textOf(rules)

function variableOf(fields: Fields, hideToken: HideToken): StartupVariable | null {
  const key = startupKeySchema.safeParse(fields.env_variable)
  if (!key.success) return null
  const defaultValue = textOf(fields.default_value)
  const current = fields.server_value ?? null
  const raw = current === null ? defaultValue : textOf(current)
  const value = shownValue(raw, longestStartupValue, hideToken)
  const isWhole = value === raw
  const text = (field: unknown, max: number) => hideToken(safeText(textOf(field), max))
  return {
    key: key.data,
    name: text(fields.name, longest.name) || key.data,
    description: text(fields.description, longest.description),
    value,
    defaultValue: shownValue(defaultValue, longestStartupValue, hideToken),
    isEditable: flagOf(fields.is_editable) ?? false,
    isWhole,
    rules: withoutUnsafe(rulesOf(fields.rules)).slice(0, longestStartupRules),
  }
}

function imagesOf(images: unknown, hideToken: HideToken): StartupImage[] {
  // Some panels tell a list of names without labels.
  const entries = Array.isArray(images)
    ? images.slice(0, maxStartupImages).map((image) => [textOf(image), image] as const)
    : Object.entries(isObject(images) ? images : {}).slice(0, maxStartupImages)
  return entries.flatMap(([label, image]) => {
    const name = startupImageNameSchema.safeParse(image)
    return name.success ? [{ label: hideToken(safeText(label, longest.name)) || name.data, image: name.data }] : []
  })
}

/** Reads how a server starts, which has no pages; null for anything else. */
export function readStartup(answer: unknown, hideToken: HideToken): Startup | null {
  const collection = readCollection(answer)
  if (collection === null) return null
  const { entries, meta } = collection
  const variables = entries
    .slice(0, maxStartupVariables)
    .flatMap((fields) => (fields && variableOf(fields, hideToken)) ?? [])
  const command = (text: unknown) =>
    shownValue(textOf(text).replace(/\s+/g, ' ').trim(), longestStartupCommand, hideToken)
  return {
    variables,
    leftOut: entries.length - variables.length,
    rawCommand: command(meta.raw_startup_command),
    command: command(meta.startup_command),
    images: imagesOf(meta.docker_images, hideToken),
  }
}
