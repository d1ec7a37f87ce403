import { basename, join } from 'node:path/posix'
import type { SourceFile } from './module-graph.ts'

/** Maximum number of lines of a sheet. */
const maxLines = 200

/** Global sheets; every other one is a module beside its component. */
const globalSheets = ['base', 'layout', 'tokens'].map((name) => `renderer/ui/${name}.css`)

const isModule = (path: string) => path.endsWith('.module.css')

/** The classes that a sheet styles; those in `:global(…)` belong to a library. */
function classesOf(css: string): ReadonlySet<string> {
  const own = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/:global\([^)]*\)/g, '')
  return new Set([...own.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))
}

const importOfModule = /^import (\w+) from '([^']+\.module\.css)'$/gm

/** A class name written in quotes, or in a template string. */
const literalClass = /className=(?:"|'|\{[^{}\n]*["']|\{`(?:\$\{[^}]*\}|\s)*[^`\s$])/g

/** The classes that a component uses of each module it imports; null for any use but `styles.name`. */
function usesOf({ path, text }: SourceFile) {
  const code = text.replaceAll(/^import .*$/gm, '')
  return [...text.matchAll(importOfModule)].flatMap(([, styles = '', to = '']) =>
    [...code.matchAll(new RegExp(String.raw`\b${styles}\b(?:\.(\w+))?`, 'g'))].map(([, name = null]) => ({
      path,
      sheet: join(path, '..', to),
      name,
    })),
  )
}

/**
 * The faults in the window's sheets and in the classes that its components name, one line for each.
 * @param files every `.css`, `.ts` and `.tsx` of the window
 */
export function styleFaults(files: readonly SourceFile[]): readonly string[] {
  const sheets = files.filter(({ path }) => path.endsWith('.css'))
  const code = files.filter(({ path }) => !path.endsWith('.css'))
  const classes = new Map(sheets.filter(({ path }) => isModule(path)).map(({ path, text }) => [path, classesOf(text)]))
  const uses = code.flatMap(usesOf)
  const used = new Set(uses.map(({ sheet, name }) => `${sheet} ${name}`))
  const lines = (text: string) => text.trimEnd().split('\n').length
  const tokens = new Set(
    sheets.flatMap(({ text }) => [...text.matchAll(/(?<![\w-])(--[\w-]+):/g)].map(([, name]) => name)),
  )

  return [
    ...sheets
      .filter(({ text }) => lines(text) > maxLines)
      .map(({ path, text }) => `${path} has ${lines(text)} lines, more than ${maxLines}`),
    ...sheets
      .filter(({ path }) => !isModule(path) && !globalSheets.includes(path))
      .map(({ path }) => `${path} is for the whole page; make it a module of its component`),
    ...[...Map.groupBy(sheets, ({ path }) => basename(path).toLowerCase()).values()]
      .filter((same) => same.length > 1)
      .map((same) => `${same.map(({ path }) => path).join(' and ')} have one name, so that their classes would too`),
    ...sheets.flatMap(({ path, text }) =>
      [...text.matchAll(/var\((--[\w-]+)\)/g)]
        .filter(([, name]) => !tokens.has(name))
        .map(([, name]) => `${path} uses ${name}, which no sheet sets and which has no other value here`),
    ),
    ...code.flatMap(({ path, text }) =>
      [...text.matchAll(literalClass)].map(() => `${path} names a class that is in no module`),
    ),
    ...uses
      .filter(({ name }) => name === null)
      .map(({ path, sheet }) => `${path} uses ${sheet} otherwise than as styles.name, which nothing checks`),
    ...uses
      .filter(({ sheet, name }) => name !== null && !classes.get(sheet)?.has(name))
      .map(({ path, sheet, name }) => `${path} names ${name}, which ${sheet} has not`),
    ...[...classes].flatMap(([sheet, names]) =>
      [...names]
        .filter((name) => !used.has(`${sheet} ${name}`))
        .map((name) => `${sheet} has ${name}, which nothing names`),
    ),
  ]
}
