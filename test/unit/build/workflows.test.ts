import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../../../.github/workflows/', import.meta.url))
const workflows = readdirSync(folder).map((name) => [name, readFileSync(folder + name, 'utf8')] as const)

test.each(workflows)('%s pins every action to a commit and names its version', (_name, text) => {
  const uses = text.split('\n').filter((line) => /\buses:/.test(line))
  expect(uses.length).toBeGreaterThan(0)
  expect(uses.filter((line) => !/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
})

test.each(workflows)('%s grants nothing by default and never a write', (_name, text) => {
  expect(text).toMatch(/^permissions: \{\}$/m)
  expect(text).not.toMatch(/\bwrite\b/)
})
