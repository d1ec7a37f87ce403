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

/** What was filled in at a place of a command: a value that is known, else all up to the text that follows. */
function fillingAt(rest: string, value: string | undefined, after: string | undefined): string | null {
  if (value !== undefined && rest.startsWith(value)) return value
  if (after === undefined) return rest
  const end = after === '' ? -1 : rest.indexOf(after)
  return end < 0 ? null : rest.slice(0, end)
}

/**
 * A command in parts, with the values as edited in the place of what the panel filled in for their names; null where its
 * two forms do not fit each other, or it can't be told what belongs to which name.
 */
function editedParts(
  { rawCommand, command, variables }: Pick<Startup, 'rawCommand' | 'command' | 'variables'>,
  values: ReadonlyMap<string, string>,
  secretKeys: ReadonlySet<string>,
): CommandPart[] | null {
  const known = new Map(variables.map(({ key, value }) => [key, value]))
  // Texts and names in turn, a text at both ends.
  const pieces = rawCommand.split(/\{\{\s*([\w.-]{1,191})\s*\}\}/)
  const parts: CommandPart[] = []
  let rest = command
  for (const [index, piece] of pieces.entries()) {
    const isName = index % 2 === 1
    const isLast = index + 2 === pieces.length && pieces[index + 1] === ''
    const text = isName ? fillingAt(rest, known.get(piece), isLast ? undefined : pieces[index + 1]) : piece
    if (text === null || !rest.startsWith(text)) return null
    rest = rest.slice(text.length)
    parts.push(
      isName ? { text: values.get(piece) ?? text, isSecret: secretKeys.has(piece) } : { text, isSecret: false },
    )
  }
  return rest === '' ? parts : null
}

/** A shorter secret would hide ordinary letters where it is looked for as a text. */
const shortestSecret = 3

/** Parts without texts that are secret, wherever they stand; no two of one kind stand side by side. */
function withoutSecrets(parts: readonly CommandPart[], secrets: readonly string[]): CommandPart[] {
  const text = parts.map((part) => part.text).join('')
  const isHidden = parts.flatMap((part) => Array<boolean>(part.text.length).fill(part.isSecret))
  for (const secret of secrets.filter(({ length }) => length >= shortestSecret))
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
      isHidden.fill(true, at, at + secret.length)
  const ends = isHidden.flatMap((isSecret, at) => (isSecret === isHidden[at + 1] ? [] : [at + 1]))
  return ends.map((end, n) => ({ text: text.slice(ends[n - 1] ?? 0, end), isSecret: isHidden[end - 1] ?? true }))
}

/**
 * The command as it will run at the next start, in parts, so that what is secret can be hidden. Changes that are not saved
 * yet are in it where the panel's own command shows what goes where.
 * @param values the values of variables as edited, by their keys
 */
export function commandParts(
  startup: Pick<Startup, 'rawCommand' | 'command' | 'variables'>,
  values: ReadonlyMap<string, string>,
): CommandPart[] {
  const { rawCommand, command, variables } = startup
  const edited = ({ key, value }: StartupVariable) => values.get(key) ?? value
  const secret = variables.filter((one) => isSecretVariable(one) || isSecretVariable({ ...one, value: edited(one) }))
  const parts = rawCommand === '' ? null : editedParts(startup, values, new Set(secret.map(({ key }) => key)))
  return withoutSecrets(
    parts ?? [{ text: command, isSecret: false }],
    secret.flatMap((one) => [one.value, edited(one)]),
  )
}
