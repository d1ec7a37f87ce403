import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replaceFile } from '../../../../electron/lib/replace-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replace-file-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('puts the new content in the place of the old one', () => {
  for (const text of ['one', 'two']) replaceFile(join(folder, 'a'), text)
  expect([readdirSync(folder), readFileSync(join(folder, 'a'), 'utf8')]).toEqual([['a'], 'two'])
})

it('leaves nothing of what could not take its place', () => {
  mkdirSync(join(folder, 'a', 'b'), { recursive: true })
  expect(() => replaceFile(join(folder, 'a'), 'secret')).toThrow()
  expect(readdirSync(folder)).toEqual(['a'])
})
