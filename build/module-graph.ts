import { dirname, join } from 'node:path/posix'

/** A source file: its path from the project's folder, and its text. */
export type SourceFile = { readonly path: string; readonly text: string }

/** Relative paths only; Biome's formatting keeps `from` and the path of an import on one line. */
const importPath = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

/** The files that a file imports, type imports counted, as paths from the project's folder. */
export function importsOf({ path, text }: SourceFile): readonly string[] {
  return [...text.matchAll(importPath)].flatMap(([, to]) => (to === undefined ? [] : [join(dirname(path), to)]))
}

/** Cycles of folders, each as its folders in import order, such as `['a', 'b']` where b imports a. */
export function folderCycles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const graph = new Map<string, Set<string>>()
  for (const file of files) {
    const from = dirname(file.path)
    const folders = graph.get(from) ?? new Set()
    graph.set(from, folders)
    for (const to of importsOf(file)) if (dirname(to) !== from) folders.add(dirname(to))
  }
  const cycles: string[][] = []
  const done = new Set<string>()
  function visit(folder: string, path: readonly string[]): void {
    const start = path.indexOf(folder)
    if (start >= 0) cycles.push(path.slice(start))
    if (start >= 0 || done.has(folder)) return
    for (const next of graph.get(folder) ?? []) visit(next, [...path, folder])
    done.add(folder)
  }
  for (const folder of graph.keys()) visit(folder, [])
  return cycles
}

const featureOf = (path: string) => /^renderer\/features\/([^/]+)\//.exec(path)?.[1]

/** Imports from one feature of the window to another one, as `from → to`. */
export function featureCrossings(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => {
    const feature = featureOf(file.path)
    if (feature === undefined) return []
    const crossing = importsOf(file).filter((to) => featureOf(to) !== undefined && featureOf(to) !== feature)
    return crossing.map((to) => `${file.path} → ${to}`)
  })
}

/** Type-only imports, which are erased. `import { type A }` is not one: it still loads its module. */
const typeImport = /^(?:import|export) type [^'=]* from '[^']+'/gm

const atRuntime = ({ path, text }: SourceFile): SourceFile => ({ path, text: text.replace(typeImport, '') })
const loadsZod = (file: SourceFile) => /\b(?:from|import)\s*\(?\s*'zod['/]/.test(atRuntime(file).text)

/** Files of `shared/` that load zod, though they are neither a module of schemas nor a contract. */
export function zodBesideSchemas(files: readonly SourceFile[]): readonly string[] {
  const mayNot = ({ path }: SourceFile) =>
    /^shared\/(?!(?!model\/)[a-z-]+\/contract(-[a-z-]+)?\.ts$|.*-schema\.ts$)/.test(path)
  return files.filter((file) => mayNot(file) && loadsZod(file)).map(({ path }) => path)
}

/** Files that load zod and that the window loads, at start or later, each as `importer → file`. */
export function zodInWindow(files: readonly SourceFile[]): readonly string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const importers = new Map(files.flatMap(({ path }) => (path.startsWith('renderer/') ? [[path, 'renderer']] : [])))
  // Files are added to the map while it is walked, until it holds all that the window loads.
  for (const [path] of importers) {
    const file = byPath.get(path)
    for (const to of file ? importsOf(atRuntime(file)) : []) if (!importers.has(to)) importers.set(to, path)
  }
  return files
    .filter((file) => importers.has(file.path) && loadsZod(file))
    .map(({ path }) => `${importers.get(path)} → ${path}`)
}
