import { StreamLanguage, type StreamParser } from '@codemirror/language'
import type { Language } from '../language.ts'
import { logParser } from './log-parser.ts'

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
