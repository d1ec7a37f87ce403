import { describe, expect, it } from 'vitest'
import { chmod, copy, createFolder, move, remove } from '../../../../electron/files/changes.ts'
import { appError } from '../../../../shared/errors.ts'
import { type FileName, type FilePath, rootPath } from '../../../../shared/files/files.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { createFakeFiles } from '../../../fixtures/fake-files.ts'

const path = (text: string) => text as FilePath
const name = (text: string) => text as FileName

function setUp() {
  const fake = createFakeFiles({ '/a': 'one', '/b': 'two', '/folder': null, '/folder/a': 'three' })
  const acts = () => fake.calls.filter((call) => !call.startsWith('list'))
  return { ...fake, acts }
}

describe('a new folder', () => {
  it('is made where nothing has its name', async () => {
    const { files, acts } = setUp()
    expect(await createFolder(files, path('/folder'), name('new'))).toMatchObject({ ok: true })
    expect(acts()).toEqual(['create-folder /folder/new'])
  })

  it.each(['a', 'folder'])('is not made over %s, which panels take for a success', async (taken) => {
    const { files, acts } = setUp()
    expect(await createFolder(files, rootPath, name(taken))).toMatchObject({ error: { code: 'file-exists' } })
    expect(acts()).toEqual([])
  })
})

describe('a move', () => {
  const moves = (...pairs: [string, string][]) => pairs.map(([from, to]) => ({ name: name(from), to: path(to) }))

  it.each<[string, [string, string][]]>([
    ['another name', [['a', '/c']]],
    ['another place', [['a', '/folder/c']]],
    ['a place that is not there yet', [['a', '/new/deep/a']]],
    ['a folder beside itself', [['folder', '/folder2']]],
  ])('to %s', async (_, pairs) => {
    const { files, acts } = setUp()
    expect(await move(files, rootPath, moves(...pairs))).toMatchObject({ ok: true })
    expect(acts()).toEqual(pairs.map(([from, to]) => `move /${from} ${to}`))
  })

  it.each<[string, [string, string][], string]>([
    [
      'what is not there',
      [
        ['a', '/c'],
        ['gone', '/d'],
      ],
      'file-not-found',
    ],
    ['what is there', [['a', '/b']], 'file-exists'],
    ['what is there in another folder', [['a', '/folder/a']], 'file-exists'],
    [
      'two to one place',
      [
        ['a', '/c'],
        ['b', '/c'],
      ],
      'invalid-request',
    ],
    ['to the root itself', [['a', '/']], 'invalid-request'],
    ['a folder into itself', [['folder', '/folder/inner']], 'file-refused'],
    ['to many folders', Array.from({ length: 30 }, (_, n): [string, string] => ['a', `/${n}/a`]), 'invalid-request'],
  ])('of %s changes nothing', async (_, pairs, code) => {
    const { files, acts } = setUp()
    expect(await move(files, rootPath, moves(...pairs))).toMatchObject({ error: { code } })
    expect(acts()).toEqual([])
  })

  it('names what is missing, without what would turn the text around', async () => {
    const { files } = setUp()
    const moved = await move(files, rootPath, moves(['x\u202ey', '/c']))
    expect(moved).toMatchObject({ error: { message: '“xy” is not there any more. Nothing was changed.' } })
  })
})

describe('a copy', () => {
  it.each([
    ['/gone', 'file-not-found'],
    ['/folder', 'file-refused'],
  ])('of %s is not asked for', async (what, code) => {
    const { files, acts } = setUp()
    expect(await copy(files, path(what))).toMatchObject({ error: { code } })
    expect(acts()).toEqual([])
  })
})

describe('a deletion', () => {
  const names = [name('a'), name('b')]

  it('tells what a success left there, as Pelican leaves what it protects', async () => {
    const { files, remove: drop } = setUp()
    files.remove = async () => {
      drop('/a')
      return ok()
    }
    expect(await remove(files, rootPath, names)).toEqual({ ok: true, value: { left: ['b'] } })
  })

  it('tells how far one went that failed', async () => {
    const { files, remove: drop } = setUp()
    files.remove = async () => {
      drop('/a')
      return fail('file-denied')
    }
    const removed = await remove(files, rootPath, names)
    const message = `1 of 2 were deleted, then it failed. ${appError('file-denied').message}`
    expect(removed).toMatchObject({ error: { code: 'file-denied', message } })
    expect(removed).not.toHaveProperty('error.detail')
  })

  it('is one where all are gone, whatever the answer', async () => {
    const { files, entries } = setUp()
    files.remove = async () => {
      entries.clear()
      return fail('timeout', { mayHaveActed: true })
    }
    expect(await remove(files, rootPath, names)).toEqual({ ok: true, value: { left: [] } })
  })

  it('is not asked for where something is gone already', async () => {
    const { files, acts } = setUp()
    expect(await remove(files, rootPath, [...names, name('gone')])).toMatchObject({ error: { code: 'file-not-found' } })
    expect(acts()).toEqual([])
  })
})

it('a mode is set only of what is there, which panels do not say', async () => {
  const { files, acts } = setUp()
  expect(await chmod(files, rootPath, [name('a')], '600')).toMatchObject({ ok: true })
  expect(await chmod(files, rootPath, [name('gone')], '600')).toMatchObject({ error: { code: 'file-not-found' } })
  expect(acts()).toEqual(['chmod 600 a'])
})
