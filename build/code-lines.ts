/** Parts of a source text whose inside is not looked at: comments, strings, templates, and regular expressions. */
const parts =
  /(\/\*[\s\S]*?\*\/)|(\/\/[^\n]*)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|\$\{[^`{}]*`[^`]*`[^`{}]*\}|[^`\\])*`|(?<=(?:^|[=(,:[!&|?{};+\n]|=>|\b(?:return|typeof|case|in|of))\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//g
/** The same of a sheet, where neither `//` nor a slash begins anything. */
const partsOfSheet = /(\/\*[\s\S]*?\*\/)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g

/** Longest line that counts as one. */
const maxColumns = 120

/**
 * How many lines of code a file has: without blanks, comments, imports, and what is exported from elsewhere. A line over
 * 120 characters counts as the lines that it would fill.
 * @param path tells a sheet from TypeScript
 */
export function codeLines(path: string, text: string): number {
  const isSheet = path.endsWith('.css')
  const code = text.replaceAll(isSheet ? partsOfSheet : parts, (part, block?: string, line?: string) => {
    if (line !== undefined && !isSheet) return ''
    return block === undefined ? part : part.replaceAll(/[^\n]/g, '')
  })
  const own = isSheet
    ? code
    : code
        .replaceAll(/^[ \t]*import\b(?!\s*[(.])[^'"]*(?:'[^']*'|"[^"]*").*$/gm, '')
        .replaceAll(/^[ \t]*export\s+(?:type\s+)?(?:\*|\{).*from\s+['"].*$/gm, '')
  const lines = own.split('\n').filter((line) => line.trim() !== '')
  return lines.reduce((sum, line) => sum + Math.ceil(line.length / maxColumns), 0)
}
