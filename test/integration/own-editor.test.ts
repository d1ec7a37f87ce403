import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { drop, put } from '../../electron/state/updates.ts'
import { type FileStamp, filePathSchema } from '../../shared/files/contract.ts'
import { type FilePath, rootPath } from '../../shared/files/files.ts'
import { ok } from '../../shared/result.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { must } from '../fixtures/demo.ts'
import { ownEdit } from '../fixtures/file-move-view.ts'
import { panelFilesOf } from '../fixtures/panel-files.ts'

const from = { pageId: 1 }
const properties = filePathSchema.parse('/server.properties')

/** The copies that the person's editor was given. */
let opened: string[]

const rig = setUpCoreRig({
  async openFile(path) {
    opened.push(path)
    return ok()
  },
})
const { seen } = rig
const { send, content, put: putFile } = panelFilesOf(rig)
beforeEach(() => {
  opened = []
})

const call = () => rig.core.handlers
const stampOf = async (path: FilePath): Promise<FileStamp | null> => {
  const list = await (await send('/files/list?directory=/')).json()
  const found = list.data.find((one: { attributes: { name: string } }) => `/${one.attributes.name}` === path)
  return found && { size: found.attributes.size, modifiedAt: Date.parse(found.attributes.modified_at) }
}

const open = (path = properties) => seen(call()['ownEditor:open']({ ref: rig.ref, path }, from))
const edit = (id: string) => rig.core.store.get().ownEdits[id]
const inPhase = (id: string, phase: string) => rig.until(() => edit(id)?.phase === phase)
const save = (id: string, more: object = {}) =>
  seen(Promise.resolve(call()['ownEditor:save']({ id, always: false, overwrites: false, ...more }, from)))
const end = (id: string, drops: boolean) => seen(Promise.resolve(call()['ownEditor:end']({ id, drops }, from)))
const begun = async () => {
  const { id } = must(await open())
  const [path = ''] = opened
  return { id, path }
}
const versions = async () =>
  must(await seen(call()['fileVersions:list']({ ref: rig.ref, path: properties }, from))).versions

describe('a file in the person’s own editor', () => {
  it('is a private copy, which goes back when the person says so; the version before is kept', async () => {
    const before = await content(properties)
    const { id, path } = await begun()
    expect(path.endsWith('/server.properties.txt')).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe(before)
    writeFileSync(path, 'motd=mine\n')
    await inPhase(id, 'changed')
    expect(await content(properties)).toBe(before)
    expect(await save(id)).toEqual(ok())
    expect(await content(properties)).toBe('motd=mine\n')
    expect(edit(id)).toMatchObject({ phase: 'open', savesAlways: false })
    expect(await versions()).toMatchObject([{ bytes: before.length }])
    await end(id, false)
    expect(rig.core.store.get().ownEdits).toEqual({})
    expect(readdirSync(join(rig.profile, 'open-files'))).toEqual([])
  })

  /** A program for Java, by its first bytes, though its name says that it is a text. */
  const jar = `PK\u0003\u0004${'\0'.repeat(22)}META-INF/MANIFEST.MF`

  it('is not handed over where it is no text, whatever its name says', async () => {
    await putFile('/ops.json', jar)
    expect(await open(filePathSchema.parse('/ops.json'))).toMatchObject({
      error: { code: 'file-no-text', hint: 'Download it instead.' },
    })
    expect([opened, rig.core.store.get().ownEdits]).toEqual([[], {}])
    expect(readdirSync(join(rig.profile, 'open-files'))).toEqual([])
  })

  it('is not handed over a second time where it has become one', async () => {
    const { id, path } = await begun()
    writeFileSync(path, jar)
    await inPhase(id, 'changed')
    expect(await open()).toMatchObject({ error: { code: 'file-no-text' } })
    expect(opened).toHaveLength(1)
    writeFileSync(path, 'motd=mine\n')
    expect(await open()).toEqual(ok({ id }))
    expect(opened).toHaveLength(2)
  })

  it('is saved each time where that was chosen, but never as nothing', async () => {
    const { id, path } = await begun()
    writeFileSync(path, 'a=1\n')
    await inPhase(id, 'changed')
    await save(id, { always: true })
    let isSent = false
    const stop = rig.core.store.subscribe(() => {
      isSent ||= edit(id)?.phase === 'saving'
    })
    writeFileSync(path, 'a=2\n')
    await rig.until(() => isSent && edit(id)?.phase === 'open')
    stop()
    expect(await content(properties)).toBe('a=2\n')
    writeFileSync(path, '')
    await inPhase(id, 'changed')
    expect(await content(properties)).toBe('a=2\n')
  })

  it('does not overwrite what somebody else changed, unless told to', async () => {
    const { id, path } = await begun()
    await putFile(properties, 'theirs=1\n')
    writeFileSync(path, 'mine=1\n')
    await inPhase(id, 'changed')
    await save(id)
    expect(edit(id)?.phase).toBe('conflict')
    expect(await content(properties)).toBe('theirs=1\n')
    await save(id, { overwrites: true })
    expect(edit(id)?.phase).toBe('open')
    expect(await content(properties)).toBe('mine=1\n')
    expect((await versions())[0]).toMatchObject({ bytes: 'theirs=1\n'.length })
  })

  it('says where it was deleted meanwhile', async () => {
    const { id, path } = await begun()
    await send('/files/delete', 'POST', { root: '/', files: ['server.properties'] })
    writeFileSync(path, 'mine=1\n')
    await inPhase(id, 'changed')
    await save(id)
    expect(edit(id)).toMatchObject({ phase: 'conflict', error: { code: 'file-not-found' } })
    await save(id, { overwrites: true })
    expect(await content(properties)).toBe('mine=1\n')
  })

  it('says so where too many are open, or what was asked for is no file', async () => {
    for (let i = 0; i < 20; i += 1) {
      const id = `other-${i}`
      const path = filePathSchema.parse(`/${i}.txt`)
      rig.core.store.update(put('ownEdits', ownEdit({ id, ref: rig.ref, path })))
    }
    expect(await open()).toMatchObject({ error: { code: 'editor-too-many-open' } })
    rig.core.store.update(drop('ownEdits', 'other-0'))
    expect(await open(rootPath)).toMatchObject({ error: { code: 'file-not-found' } })
  })

  it('says so where it was ended, or is being saved', async () => {
    expect(await save('made-up')).toMatchObject({ error: { code: 'editor-file-gone' } })
    const { id, path } = await begun()
    writeFileSync(path, 'motd=mine\n')
    await inPhase(id, 'changed')
    const again = Promise.withResolvers<unknown>()
    const unsubscribe = rig.core.store.subscribe(() => {
      if (edit(id)?.phase === 'saving') again.resolve(save(id))
    })
    expect(await save(id)).toEqual(ok())
    unsubscribe()
    expect(await again.promise).toMatchObject({ error: { code: 'editor-file-busy' } })
    expect(await content(properties)).toBe('motd=mine\n')
    await end(id, true)
    expect(await save(id)).toMatchObject({ error: { code: 'editor-file-gone' } })
  })
})

/** What the owner sees of files on the panel, oldest first. */
async function noted() {
  const { data } = await (await send('/activity?filter[event]=file')).json()
  type Line = { attributes: { event: string; properties: { file: string } } }
  return data.map(({ attributes: { event, properties } }: Line) => `${event} ${properties.file}`)
}

test('a save of the window is a look, the write and a look, and keeps what was read at opening', async () => {
  const file = { ref: rig.ref, path: properties }
  const read = must(await seen(call()['files:read'](file, from)))
  if (read.kind !== 'text') throw new Error('no text')
  const before = rig.demo.panel.requests().length
  const save = { ...file, text: 'motd=mine\n', format: read.format, seen: read.stamp, before: read.text }
  expect(must(await seen(call()['files:write'](save, from)))).toMatchObject({ kind: 'written' })
  const western = { ...save, text: '→', format: { encoding: 'windows-1252', hasBom: false } as const }
  expect(await call()['files:write'](western, from)).toMatchObject({ error: { code: 'text-unencodable' } })
  const requests = rig.demo.panel.requests().slice(before)
  expect(requests.filter(({ path }) => path.includes('/files/')).map(({ path }) => path.split('/').at(-1))).toEqual([
    'list',
    'write',
    'list',
  ])
  expect(await noted()).toEqual(['server:file.read /server.properties', 'server:file.write /server.properties'])
  expect(await versions()).toMatchObject([{ bytes: read.text.length }])
})

test('opening and saving leaves two lines on the panel, each with the file’s own name', async () => {
  const { id, path } = await begun()
  writeFileSync(path, 'motd=mine\n')
  await inPhase(id, 'changed')
  await save(id)
  expect(await noted()).toEqual(['server:file.download /server.properties', 'server:file.write /server.properties'])
})

test('a kept version is put back, and what it replaces is kept as well', async () => {
  const before = await content(properties)
  const { id, path } = await begun()
  writeFileSync(path, 'motd=worse\n')
  await inPhase(id, 'changed')
  await save(id)
  const restore = async (stamp: FileStamp | null) => {
    const version = { ref: rig.ref, path: properties, id: (await versions()).at(-1)?.id ?? '', seen: stamp }
    return must(await seen(call()['fileVersions:restore'](version, from)))
  }
  expect(await restore({ size: 1, modifiedAt: 1 })).toMatchObject({ kind: 'changed' })
  expect(await content(properties)).toBe('motd=worse\n')
  expect(await restore(await stampOf(properties))).toMatchObject({ kind: 'written' })
  expect(await content(properties)).toBe(before)
  expect((await versions()).map(({ bytes }) => bytes)).toEqual(['motd=worse\n'.length, before.length])
})
