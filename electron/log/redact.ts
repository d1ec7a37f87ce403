const hidden = '[redacted]'

/** Shapes of secrets: panel tokens of known prefixes, bearer headers, passwords in addresses. */
const shapes: readonly [RegExp, string][] = [
  [/\b(ptl[ca]|p(?:acc|app))_[0-9A-Za-z]{4,}/g, hidden],
  [/\bBearer\s+[^\s"',}]+/gi, `Bearer ${hidden}`],
  [/(\/\/)[^/\s:@]+:[^/\s@]+@/g, `$1${hidden}@`],
  [/([?&](?:ticket|token|key)=)[^&\s"']+/gi, `$1${hidden}`],
]

/** Removes what looks like a secret from a text that is about to be written. */
export function redact(text: string): string {
  return shapes.reduce((result, [shape, replacement]) => result.replace(shape, replacement), text)
}
