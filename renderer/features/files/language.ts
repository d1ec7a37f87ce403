/** The languages that the editor colours. */
export const languages = ['properties', 'yaml', 'json', 'toml', 'xml', 'javascript', 'lua', 'shell', 'log'] as const
export type Language = (typeof languages)[number]

const byEnding: ReadonlyMap<string, Language> = new Map([
  ['properties', 'properties'],
  ['ini', 'properties'],
  ['cfg', 'properties'],
  ['conf', 'properties'],
  ['env', 'properties'],
  ['lang', 'properties'],
  ['yml', 'yaml'],
  ['yaml', 'yaml'],
  ['json', 'json'],
  ['json5', 'json'],
  ['mcmeta', 'json'],
  ['toml', 'toml'],
  ['xml', 'xml'],
  ['html', 'xml'],
  ['js', 'javascript'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['ts', 'javascript'],
  ['lua', 'lua'],
  ['sh', 'shell'],
  ['bash', 'shell'],
  ['log', 'log'],
])

const backups = /\.(?:bak|old|orig|disabled|example|sample|default|\d+)$/

/** The language of a file by its name, `config.yml.bak` as `config.yml`; null where none is known. */
export function languageOf(name: string): Language | null {
  const lower = name.toLowerCase().replace(backups, '')
  const dot = lower.lastIndexOf('.')
  return dot === -1 ? null : (byEnding.get(lower.slice(dot + 1)) ?? null)
}
