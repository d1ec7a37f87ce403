import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { replaceFile } from '../../../../electron/lib/replace-file.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

it('puts the new content in the place of the old one', () => {
  for (const text of ['one', 'two']) replaceFile(join(folder, 'a'), text)
  expect([readdirSync(folder), readFileSync(join(folder, 'a'), 'utf8')]).toEqual([['a'], 'two'])
})

it('leaves nothing of what could not take its place', () => {
  mkdirSync(join(folder, 'a', 'b'), { recursive: true })
  expect(() => replaceFile(join(folder, 'a'), 'secret')).toThrow()
  expect(readdirSync(folder)).toEqual(['a'])
})
