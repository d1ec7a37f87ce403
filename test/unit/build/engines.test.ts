import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
const engines = z.object({ engines: z.object({ node: z.string().optional() }).or(z.array(z.string())).optional() })
const lockSchema = z.object({ packages: z.record(z.string(), engines) })

const parts = (version: string) => version.split('.').map(Number)

/** Negative, zero or positive, as of a sort; a part that is not named is zero. */
function compare(one: readonly number[], other: readonly number[]): number {
  for (const index of [0, 1, 2]) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Whether a version fits one comparator of those that packages use for Node. */
function fits(version: readonly number[], comparator: string): boolean {
  const [, sign = '', wanted = ''] = /^(>=|>|<=|<|\^|~|=|)v?([\d.x*]+)$/.exec(comparator) ?? []
  if (wanted === '*') return true
  const bound = parts(wanted.replaceAll(/\.[x*]/g, ''))
  const order = compare(version, bound)
  const isSame = (count: number) => bound.slice(0, count).every((part, index) => part === version[index])
  if (sign === '>=') return order >= 0
  if (sign === '>') return order > 0
  if (sign === '<=') return order <= 0
  if (sign === '<') return order < 0
  if (sign === '^') return order >= 0 && isSame(1)
  if (sign === '~') return order >= 0 && isSame(2)
  if (wanted === '') throw new Error(`a comparator of another kind: ${comparator}`)
  return isSame(bound.length)
}

const accepts = (range: string, version: string) =>
  range.split('||').some((side) =>
    side
      .trim()
      .replaceAll(/([<>=^~]) +/g, '$1')
      .split(/ +/)
      .every((comparator) => comparator === '' || fits(parts(version), comparator)),
  )

test.each([
  ['^22.17.0 || >=24.0.0', '22.17.0', true],
  ['^22.17.0 || >=24.0.0', '22.16.9', false],
  ['^22.17.0 || >=24.0.0', '23.0.0', false],
  ['>= 14', '22.17.0', true],
  ['>=18 <22', '22.17.0', false],
  ['*', '22.17.0', true],
  ['20 || 22', '22.17.0', true],
  ['6.x', '22.17.0', false],
] as const)('the range %s takes %s: %s', (range, version, isTaken) => {
  expect(accepts(range, version)).toBe(isTaken)
})

test('npm ci warns of no package on the oldest Node that the README names', () => {
  const floor = /^You need Node ([\d.]+) or newer/m.exec(read('README.md'))?.[1] ?? ''
  expect(z.object({ engines: z.object({ node: z.string() }) }).parse(JSON.parse(read('package.json')))).toEqual({
    engines: { node: `>=${floor}` },
  })
  const { packages } = lockSchema.parse(JSON.parse(read('package-lock.json')))
  const wanting = Object.entries(packages).flatMap(([path, { engines }]) =>
    engines !== undefined && 'node' in engines && engines.node !== undefined && !accepts(engines.node, floor)
      ? [`${path}: ${engines.node}`]
      : [],
  )
  expect(wanting).toEqual([])
})
