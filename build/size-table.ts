/** A file with all its lines, and those of code. */
export type CountedFile = { readonly path: string; readonly lines: number; readonly code: number }

const layers = ['shared', 'electron', 'renderer'] as const

/**
 * The feature of a file: its folder in the main process, in what both sides share, or among the window's features.
 * `electron/backups/acts.ts` and `renderer/features/backups/Backups.tsx` are both of `backups`.
 */
function featureOf(path: string): string {
  const folders = path.split('/').slice(1, -1)
  const [first, second] = folders
  if (first === 'features' || first === 'model') return second ?? first
  return first ?? 'top level'
}

const sum = (files: readonly CountedFile[], of: 'lines' | 'code') => files.reduce((total, file) => total + file[of], 0)
const row = (name: string, numbers: readonly number[]) =>
  name.padEnd(20) + numbers.map((number) => String(number === 0 ? '' : number).padStart(10)).join('')

/** The table that `npm run size` prints, line by line: lines of code of each feature, the largest first; then all. */
export function sizeTable(files: readonly CountedFile[]): readonly string[] {
  const under = (folders: readonly string[]) => files.filter(({ path }) => folders.includes(path.split('/')[0] ?? ''))
  const source = under(layers)
  const features = Map.groupBy(source, ({ path }) => featureOf(path))
  const rows = [...features].map(([name, own]) => {
    const byLayer = layers.map((layer) =>
      sum(
        own.filter(({ path }) => path.startsWith(`${layer}/`)),
        'code',
      ),
    )
    return { name, numbers: [...byLayer, sum(own, 'code'), own.length] }
  })
  rows.sort((a, b) => (b.numbers.at(-2) ?? 0) - (a.numbers.at(-2) ?? 0))
  const totals = [
    { name: 'source', of: source },
    { name: 'build', of: under(['build']) },
    { name: 'tests', of: under(['test']) },
  ]
  return [
    'feature'.padEnd(20) + [...layers, 'code', 'files'].map((title) => title.padStart(10)).join(''),
    ...rows.map(({ name, numbers }) => row(name, numbers)),
    '',
    ''.padEnd(20) + ['lines', 'code', 'files'].map((title) => title.padStart(10)).join(''),
    ...totals.map(({ name, of }) => row(name, [sum(of, 'lines'), sum(of, 'code'), of.length])),
  ]
}
