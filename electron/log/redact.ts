const hidden = '[redacted]'

/** Names that say that a secret follows, as a field, a parameter or a label in a sentence. */
const label = `(?:authori[sz]ation|api(?:[ _+-]|%20)?key|access(?:[ _+-]|%20)?key|token|secret|password|passphrase|ticket|cookie|bearer)`

/**
 * Shapes of secrets. No boundary is asked for before a token's prefix: a token in the middle of a word is still
 * one. Tokens without a prefix (16 characters of identifier, then 32) count after a label only, since ids of
 * other things look alike.
 */
const shapes: readonly [RegExp, string][] = [
  [/(?:ptl[ca]|p(?:acc|app))(?:_|%5f)[0-9a-z]{4,}/gi, hidden],
  [/\bBearer(?:\s|%20|\\[tnr]|\+)+[^\s"',}\\]+/gi, `Bearer ${hidden}`],
  [/(\/\/)[^/\s:@"]*:[^/\s@"]*@/g, `$1${hidden}@`],
  [/([?&](?:ticket|token|key|secret)=)[^&\s"'\\]+/gi, `$1${hidden}`],
  // Between a label and its secret: punctuation, escapes of text and of addresses, the word “is”.
  [new RegExp(String.raw`(${label}s?(?:%[0-9a-f]{2}|[^0-9a-z%]|is\b){0,40})[0-9a-z]{16,}`, 'gi'), `$1${hidden}`],
]

/** Fields whose whole value is a secret, whatever it looks like. */
const secretField =
  /^(?:authori[sz]ation|api[_-]?key|access[_-]?key|token|secret|password|passphrase|ticket|cookie|set-cookie)$/i

/** What a JSON Web Token is made of. */
const webTokenSigns = /[\w.-]{12,}/g

/**
 * A JSON Web Token, as consoles are opened with: its first two parts are objects in base64, `eyJ…`. Looked for in
 * a whole run of its characters, since a pattern for it would begin anew at each `eyJ` of a long text that has many.
 */
function hideWebToken(run: string): string {
  const start = run.indexOf('eyJ')
  return start >= 0 && run.includes('.', start + 11) ? run.slice(0, start) + hidden : run
}

const address =
  /\b(?:https?|wss?):\/\/[^\s"'<>\\]+|\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}\b/gi

/** Removes what looks like a secret from a text that is about to be written; on request addresses too. */
export function redact(text: string, { addresses = false }: { addresses?: boolean } = {}): string {
  const bare = text.replace(webTokenSigns, hideWebToken)
  const safe = shapes.reduce((result, [shape, replacement]) => result.replace(shape, replacement), bare)
  return addresses ? safe.replace(address, '[address]') : safe
}

/** A value to be written, with every text in it redacted and secret fields blanked, however deep. */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth > 8) return '[too deep]'
  if (value instanceof Error) return redact(`${value.name}: ${value.message}`)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      redact(name),
      secretField.test(name) && typeof item === 'string' ? hidden : redactValue(item, depth + 1),
    ]),
  )
}
