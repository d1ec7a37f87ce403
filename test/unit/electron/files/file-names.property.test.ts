import { isAbsolute, join, relative } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readFolder } from '../../../../electron/files/panel.ts'
import { localName } from '../../../../electron/transfers/local-name.ts'
import { isFileName, isFilePath, pathIn, rootPath } from '../../../../shared/files/files.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'
import { doNow } from '../../../fixtures/do-now.ts'

const pieces = [
  '..',
  '.',
  '/',
  '\\',
  '\0',
  '~',
  ':',
  'C:',
  '//',
  '%2e',
  '%2f',
  '\u202e',
  '\u200b',
  '\ufeff',
  '\ud800',
  '\n',
  '\r',
  ' ',
  'CON',
  'NUL',
  'aux.txt',
  'LPT1',
  '-rf',
  '$(x)',
  '`x`',
  '<b>',
  '__proto__',
  'etc',
  'passwd',
  '日本',
  '🎮',
  'a',
]
const name = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
)

it('of 5,000 names that a panel may tell, none leads out of its folder, here or there', () => {
  const names = fc.sample(name, { numRuns: 5_000, seed: 7 })
  const data = names.map((one) => ({ attributes: { name: one, is_file: true } }))
  const list = doNow(readFolder({ data }, (text) => text)).value
  expect(list?.entries.length).toBeGreaterThan(1_000)
  const folder = join('/', 'chosen', 'folder')
  for (const { name } of list?.entries ?? []) {
    expect(isFileName(name)).toBe(true)
    expect(isFilePath(pathIn(rootPath, name))).toBe(true)
    const path = relative(folder, join(folder, localName(name)))
    const leadsOut = isAbsolute(path) || path === '' || path === '..'
    expect(leadsOut || /[/\\:\p{Cc}\p{Bidi_Control}]/u.test(path)).toBe(false)
  }
})
