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

test.each(workflows)('%s grants nothing by default, and a write only to the release of a tag', (_name, text) => {
  expect(text).toMatch(/^permissions: \{\}$/m)
  const [, ...jobs] = (text.split(/^jobs:$/m)[1] ?? '').split(/^ {2}(?=[\w-]+:$)/m)
  const writing = jobs.filter((job) => /\bwrite\b/.test(job.replace(/#.*/g, '')))
  for (const job of writing) {
    expect(job).toMatch(/^release:$/m)
    expect(job).toMatch(/^ {4}if: startsWith\(github\.ref, 'refs\/tags\/v'\)$/m)
    // What it installs runs nothing of its own there.
    expect(job.match(/npm (?:ci|install)[^\n]*/g)).toEqual(['npm ci --ignore-scripts'])
  }
  expect((text.split(/^jobs:$/m)[0] ?? '').includes('write')).toBe(false)
})

test.each(workflows)('%s gives secrets to builds of tags only', (_name, text) => {
  const lines = text.split('\n').filter((line) => line.includes('secrets.'))
  expect(lines.filter((line) => !line.includes("startsWith(github.ref, 'refs/tags/v') && "))).toEqual([])
})
