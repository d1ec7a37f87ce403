import { z } from 'zod'
import { safeText, withoutUnsafe } from '../../shared/model/text.ts'
import { ok, type Result } from '../../shared/result.ts'
import {
  type Startup,
  type StartupChange,
  type StartupVariable,
  startupImageNameSchema,
  startupKeySchema,
} from '../../shared/startup/contract.ts'
import {
  longestStartupCommand,
  longestStartupRules,
  longestStartupValue,
  maxStartupImages,
  maxStartupVariables,
} from '../../shared/startup/startup.ts'
import type { AtServer } from '../panel/at-server.ts'
import { flag, readCollection, readList } from '../panel/entry.ts'
import { holdsHidden } from '../panel/token-echo.ts'

/** In characters: of what a variable is called, and of what is told about it. */
const longest = { name: 191, description: 1_000 } as const

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : ''
}
const anything = z.unknown().optional()
const text = anything.transform(textOf)
const line = (max: number) => text.transform((value) => safeText(value, max))
/** A value as it is shown: unlike other texts its blanks stay, since it may be sent back. */
const shownValue = (value: string, max: number) => withoutUnsafe(value.slice(0, max))
/** Some panels keep the rules as a list. */
const rulesOf = (rules: unknown): string =>
  Array.isArray(rules) ? rules.filter((rule) => typeof rule === 'string').join('|') : textOf(rules)

const variable = z
  .object({
    env_variable: startupKeySchema,
    name: line(longest.name),
    description: line(longest.description),
    server_value: anything,
    default_value: text,
    is_editable: flag,
    rules: anything,
  })
  .transform(({ env_variable: key, name, description, server_value: own, default_value, is_editable, rules }) => {
    const isUnset = (own === null || own === undefined) && default_value !== ''
    const raw = isUnset ? default_value : textOf(own)
    const value = shownValue(raw, longestStartupValue)
    return {
      key,
      name: name || key,
      description,
      value,
      defaultValue: shownValue(default_value, longestStartupValue),
      isUnset,
      isEditable: is_editable ?? false,
      isWhole: value === raw,
      rules: shownValue(rulesOf(rules), longestStartupRules),
    }
  })
const readVariables = readList(variable, maxStartupVariables)

const image = z
  .tuple([z.string(), startupImageNameSchema])
  .transform(([label, image]) => ({ label: safeText(label, longest.name) || image, image }))
/** Each with its label; some panels tell a list of names without labels. */
const images = z
  .union([
    z.array(z.unknown()).transform((names) => names.map((name): [string, unknown] => [textOf(name), name])),
    z.record(z.string(), z.unknown()).transform((named) => Object.entries(named)),
  ])
  .catch([])
  .transform((told) => told.slice(0, maxStartupImages).flatMap((one) => image.safeParse(one).data ?? []))

const command = text.transform((told) => shownValue(told.replace(/\s+/g, ' ').trim(), longestStartupCommand))
const meta = z.object({ raw_startup_command: command, startup_command: command, docker_images: images })

/** Reads how a server starts, which has no pages; null for anything else. */
function startupOf(answer: unknown): Startup | null {
  const list = readVariables(answer)
  const told = meta.safeParse(readCollection(answer)?.meta)
  if (list === null || !told.success) return null
  return {
    variables: list.entries,
    leftOut: list.leftOut,
    rawCommand: told.data.raw_startup_command,
    command: told.data.startup_command,
    images: told.data.docker_images,
  }
}

/** A value in which the token was hidden must not be sent back. */
const asShown = (one: StartupVariable) => ({ ...one, isWhole: one.isWhole && !holdsHidden(one.value) })

/**
 * How a server starts (the panel's API, part 2, *Startup and image*). Error beside the usual: `not-on-panel` for a panel
 * without it.
 */
export async function readStartup(server: AtServer): Promise<Result<Startup>> {
  const read = await server.read('startup', '/startup', startupOf)
  return read.ok ? ok({ ...read.value, variables: read.value.variables.map(asShown) }) : read
}

/**
 * Sets one variable, or the image, once; it is used at the server's next start. Errors: `input-rejected` with the panel's
 * words for a value that breaks a rule, `panel-refused` for a variable or an image that may not be changed.
 */
export const changeStartup = (server: AtServer, { key, value }: StartupChange): Promise<Result<void>> =>
  key === null
    ? server.act('startup-image', '/settings/docker-image', { method: 'PUT', body: { docker_image: value } })
    : server.act('startup-variable', '/startup/variable', { method: 'PUT', body: { key, value } })
