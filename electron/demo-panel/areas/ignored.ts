import type { Entries } from '../machine/file-tree.ts'

/** Files of a server that name what its backups leave out; where they are larger, they are not looked at. */
const ignoreFiles = { pterodactyl: '/.pteroignore', pelican: '/.pelicanignore' } as const
const maxIgnoreBytes = 32 * 1024
/** Lines that could take long to compare, or are too many, leave out nothing. */
const maxLines = 200
const maxLineLength = 255
const maxStars = 4

/** The lines of the file in the server's root that names what its backups leave out. */
export function ignoreFileOf(entries: Entries, dialect: keyof typeof ignoreFiles): readonly string[] {
  const content = entries.get(ignoreFiles[dialect])?.content ?? null
  if (content === null || content.length > maxIgnoreBytes) return []
  return linesOf(new TextDecoder().decode(content))
}

/** The lines of a text that are not empty. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

/** The files without those that lines like a `.gitignore`'s name: `*`, `**`, `?`, a slash at either end, `!`, `#`. */
export function withoutIgnored(entries: Entries, lines: readonly string[]): Entries {
  const rules = lines.filter(isRule).slice(0, maxLines).map(ruleOf)
  const isIgnored = (path: string, isDirectory: boolean) =>
    rules.reduce((before, { pattern, isBack }) => {
      return pattern.test(isDirectory ? `${path}/` : path) ? !isBack : before
    }, false)
  return new Map([...entries].filter(([path, { content }]) => !isIgnored(path, content === null)))
}

function isRule(line: string): boolean {
  const stars = line.match(/\*+/g) ?? []
  return !line.startsWith('#') && line.length <= maxLineLength && stars.length <= maxStars
}

/** A line as a pattern over paths that begin with a slash; those of folders end with one too. */
function ruleOf(line: string): { readonly pattern: RegExp; readonly isBack: boolean } {
  const isBack = line.startsWith('!')
  const text = (isBack ? line.slice(1) : line).trim()
  const isFolder = text.endsWith('/')
  const bare = text.replace(/^\/|\/$/g, '')
  const start = text.startsWith('/') || bare.includes('/') ? '^/' : '/'
  const body = bare.replace(/\*+|\?|[\\^$.+()[\]{}|]/g, (found) => {
    if (found.startsWith('**')) return '.*'
    if (found === '*') return '[^/]*'
    return found === '?' ? '[^/]' : `\\${found}`
  })
  return { pattern: new RegExp(`${start}${body}${isFolder ? '/' : '(/|$)'}`), isBack }
}
