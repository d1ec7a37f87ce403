import type { StreamParser } from '@codemirror/language'

const tokens: readonly (readonly [RegExp, string])[] = [
  [/^\[?(?:\d{4}-\d\d-\d\d[ T])?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?/, 'comment'],
  [/^(?:ERROR|SEVERE|FATAL)\b/, 'invalid'],
  [/^WARN(?:ING)?\b/, 'number'],
  [/^(?:INFO|DEBUG|TRACE)\b/, 'string'],
  [/^(?:\w+\.)*\w*(?:Exception|Error)\b/, 'invalid'],
]

/** Logs of games: times, levels and the names of failures. */
export const logParser: StreamParser<unknown> = {
  name: 'log',
  token(stream) {
    for (const [pattern, token] of tokens) if (stream.match(pattern)) return token
    // A whole word, so that none is found inside another one.
    if (!stream.match(/^[\w.]+/)) stream.next()
    return null
  },
}
