import { StreamLanguage, type StreamParser } from '@codemirror/language'
import type { Language } from '../entries/file-words.ts'

/** A language's rules, which are loaded with the first file of it. */
const load: Readonly<Record<Language, () => Promise<StreamParser<unknown>>>> = {
  properties: async () => (await import('@codemirror/legacy-modes/mode/properties')).properties,
  yaml: async () => (await import('@codemirror/legacy-modes/mode/yaml')).yaml,
  json: async () => (await import('@codemirror/legacy-modes/mode/javascript')).json,
  toml: async () => (await import('@codemirror/legacy-modes/mode/toml')).toml,
  xml: async () => (await import('@codemirror/legacy-modes/mode/xml')).xml,
  javascript: async () => (await import('@codemirror/legacy-modes/mode/javascript')).javascript,
  lua: async () => (await import('@codemirror/legacy-modes/mode/lua')).lua,
  shell: async () => (await import('@codemirror/legacy-modes/mode/shell')).shell,
  log: async () => logParser,
}

/** Colours a text by its language. It goes line by line and knows no more than words; nothing of a text is run. */
export async function highlighting(language: Language): Promise<StreamLanguage<unknown>> {
  return StreamLanguage.define(await load[language]())
}

const tokens: readonly (readonly [RegExp, string])[] = [
  [/^\[?(?:\d{4}-\d\d-\d\d[ T])?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?/, 'comment'],
  [/^(?:ERROR|SEVERE|FATAL)\b/, 'invalid'],
  [/^WARN(?:ING)?\b/, 'number'],
  [/^(?:INFO|DEBUG|TRACE)\b/, 'string'],
  [/^(?:\w+\.)*\w*(?:Exception|Error)\b/, 'invalid'],
]

/** Logs of games: times, levels and the names of failures. */
const logParser: StreamParser<unknown> = {
  name: 'log',
  token(stream) {
    for (const [pattern, token] of tokens) if (stream.match(pattern)) return token
    // A whole word, so that none is found inside another one.
    if (!stream.match(/^[\w.]+/)) stream.next()
    return null
  },
}
