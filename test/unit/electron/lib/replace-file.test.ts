import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { replaceFile } from '../../../../electron/lib/replace-file.ts'
import { setUpFolder } from '../../../fixtures/temporary-folder.ts'

const folder = setUpFolder()

it('puts the new content in the place of the old one', () => {
  for (const text of ['one', 'two']) replaceFile(join(folder(), 'a'), text)
  expect([readdirSync(folder()), readFileSync(join(folder(), 'a'), 'utf8')]).toEqual([['a'], 'two'])
})

it('leaves nothing of what could not take its place', () => {
  mkdirSync(join(folder(), 'a', 'b'), { recursive: true })
  expect(() => replaceFile(join(folder(), 'a'), 'secret')).toThrow()
  expect(readdirSync(folder())).toEqual(['a'])
})

it.each([
  ['EPERM', 3, 4],
  ['EACCES', 3, 4],
  ['EBUSY', 3, 4],
  ['EBUSY', Number.POSITIVE_INFINITY, 101],
  ['EIO', Number.POSITIVE_INFINITY, 1],
])('takes its place once what holds it lets go: %s, %d times', (code, failing, tries) => {
  const waiting = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out')
  let renames = 0
  const replace = () =>
    replaceFile(join(folder(), 'a'), 'new', (from, to) => {
      renames += 1
      if (renames <= failing) throw Object.assign(new Error('no'), { code })
      renameSync(from, to)
    })
  if (failing < tries) replace()
  else expect(replace).toThrow('no')
  expect([renames, waiting.mock.calls.length, readdirSync(folder())]).toEqual([
    tries,
    tries - 1,
    failing < tries ? ['a'] : [],
  ])
  waiting.mockRestore()
})
