import type { Startup, StartupVariable } from './contract.ts'

/** What a panel may keep an account from doing with the startup, in its own names. */
export const startupActs = ['update', 'docker-image'] as const

/** Maximum number of variables and images that are read of a server. */
export const maxStartupVariables = 200
export const maxStartupImages = 100
/** Maximum number of characters of a value, as far as it is read and sent. */
export const longestStartupValue = 4_000
/** Maximum number of characters of a variable's name in the environment, of its rules, and of the command. */
export const longestStartupKey = 191
export const longestStartupRules = 2_000
export const longestStartupCommand = 8_000

const secretKey =
  /PASS|(?:^|_)PWD?(?:$|_)|TOKEN|SECRET|RCON|(?:^|_)(?:API_?)?KEY(?:S|$|_)|AUTH|CREDENTIAL|GSLT|STEAM_ACC|WEBHOOK/i
/** A port or a switch of something secret is none. */
const plainKey = /(?:PORT|ENABLED?|_?IP|HOST|USE)$/i

/** An address with a password in it: `mysql://user:pass@host/db`. */
const withPassword = /^\s*[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]*:[^\s/?#]+@/i

/** True for a variable whose value is not for every eye: by its name, or as an address with a password in it. */
export const isSecretVariable = ({
  key,
  name,
  value,
  defaultValue,
}: Pick<StartupVariable, 'key' | 'name' | 'value' | 'defaultValue'>): boolean =>
  ((secretKey.test(key) || /password|secret|token|webhook/i.test(name)) && !plainKey.test(key)) ||
  withPassword.test(value) ||
  withPassword.test(defaultValue)

/** A part of a command: text as it is, or what stands for something secret. */
export type CommandPart = { readonly text: string; readonly isSecret: boolean }

/** The names and texts of a command with what is to be filled in; names stand at odd places. */
const piecesOf = (raw: string) => raw.split(/\{\{\s*([\w.-]{1,191})\s*\}\}/)

/** What was filled in at a place of a command: a value that is known, else all up to the text that follows. */
function fillingAt(rest: string, value: string | undefined, after: string | undefined): string | null {
  if (value !== undefined && rest.startsWith(value)) return value
  if (after === undefined) return rest
  const end = after === '' ? -1 : rest.indexOf(after)
  return end < 0 ? null : rest.slice(0, end)
}

/**
 * What the panel filled in for each name of a command, by its place, read from the command that it told; null where the
 * two do not fit each other, or it can't be told what belongs to which name.
 */
function filledIn(
  raw: string,
  command: string,
  known: ReadonlyMap<string, string>,
): ReadonlyMap<number, string> | null {
  const pieces = piecesOf(raw)
  const found = new Map<number, string>()
  let rest = command
  for (const [index, piece] of pieces.entries()) {
    const after = index + 2 === pieces.length && pieces[index + 1] === '' ? undefined : pieces[index + 1]
    const text = index % 2 === 0 ? piece : fillingAt(rest, known.get(piece), after)
    if (text === null || !rest.startsWith(text)) return null
    if (index % 2 === 1) found.set(index, text)
    rest = rest.slice(text.length)
  }
  return rest === '' ? found : null
}

/** A shorter secret would hide ordinary letters where it is looked for as a text. */
const shortestSecret = 3

/** Parts without texts that are secret, wherever they stand. */
function withoutSecrets(parts: readonly CommandPart[], secrets: readonly string[]): CommandPart[] {
  const hidden = secrets.filter(({ length }) => length >= shortestSecret).sort((a, b) => b.length - a.length)
  return hidden.reduce<CommandPart[]>(
    (before, secret) =>
      before.flatMap((part) =>
        part.isSecret
          ? [part]
          : part.text
              .split(secret)
              .flatMap((text, index) => [
                ...(index > 0 ? [{ text: secret, isSecret: true }] : []),
                ...(text === '' ? [] : [{ text, isSecret: false }]),
              ]),
      ),
    [...parts],
  )
}

/** Parts in which no two texts that may be seen stand side by side. */
function joined(parts: readonly CommandPart[]): CommandPart[] {
  const whole: CommandPart[] = []
  for (const part of parts.filter(({ text }) => text !== '')) {
    const last = whole.at(-1)
    if (last === undefined || last.isSecret || part.isSecret) whole.push(part)
    else whole.splice(-1, 1, { text: last.text + part.text, isSecret: false })
  }
  return whole
}

/**
 * The command as it will run at the next start, in parts, so that what is secret can be hidden. Changes that are not saved
 * yet are in it where the panel's own command shows what goes where.
 * @param values the values of variables as edited, by their keys
 */
export function commandParts(
  { rawCommand, command, variables }: Pick<Startup, 'rawCommand' | 'command' | 'variables'>,
  values: ReadonlyMap<string, string>,
): CommandPart[] {
  const secret = variables.filter(
    (one) => isSecretVariable(one) || isSecretVariable({ ...one, value: values.get(one.key) ?? one.value }),
  )
  const secretKeys = new Set(secret.map(({ key }) => key))
  const secrets = secret.flatMap(({ key, value }) => [value, values.get(key) ?? value])
  const known = new Map(variables.map(({ key, value }) => [key, value]))
  const found = rawCommand === '' ? null : filledIn(rawCommand, command, known)
  const parts =
    found === null
      ? [{ text: command, isSecret: false }]
      : piecesOf(rawCommand).map((piece, index) =>
          index % 2 === 0
            ? { text: piece, isSecret: false }
            : { text: values.get(piece) ?? found.get(index) ?? '', isSecret: secretKeys.has(piece) },
        )
  return withoutSecrets(joined(parts), secrets)
}
