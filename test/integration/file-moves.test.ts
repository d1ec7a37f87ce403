import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropOwnEdit, setOwnEdit } from '../../electron/state/updates.ts'
import { type FilePath, type FileStamp, rootPath } from '../../shared/model/file.ts'
import { type ExistingChoice, isMoving, type UploadOffer } from '../../shared/model/file-move.ts'
import { fileNameSchema, filePathSchema } from '../../shared/model/file-schema.ts'
import { keyIdSchema } from '../../shared/model/identifier-schema.ts'
import { ok, type Result } from '../../shared/result.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { call as callPanel, must } from '../fixtures/demo.ts'

const from = { pageId: 1 }
const properties = filePathSchema.parse('/server.properties')

/** Where downloads go, and what the dialogs answer. */
let folder: string
let chosen: { folder: string | null; uploads: string[] }
let opened: string[]
let hasEditor: boolean

const rig = setUpCoreRig({
  pickFile: { folder: async () => chosen.folder, uploads: async () => chosen.uploads },
  async openFile(path) {
    opened.push(path)
    return hasEditor ? ok() : { ok: false, error: { code: 'editor-not-opened', message: 'No.', hint: 'No.' } }
  },
})
const { seen } = rig
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moves-'))
  chosen = { folder, uploads: [] }
  opened = []
  hasEditor = true
})
afterEach(() => rmSync(folder, { recursive: true }))

const call = () => rig.core.handlers
const onPanel = (path: string, method = 'GET', body?: unknown) =>
  callPanel(`${rig.demo.baseUrl}/servers/${rig.identifier}${path}`, rig.token, method, body)
const content = async (path: string) => (await onPanel(`/files/contents?file=${encodeURIComponent(path)}`)).text()
const put = async (path: string, text: string) => {
  // Under the short name panels trim the names of files.
  const { uuid } = (await (await onPanel('')).json()).attributes
  const url = `${rig.demo.baseUrl}/servers/${uuid}/files/write?file=${encodeURIComponent(path)}`
  const headers = { authorization: `Bearer ${rig.token}`, 'content-type': 'text/plain', connection: 'close' }
  expect((await fetch(url, { method: 'POST', headers, body: text })).status).toBe(204)
}
const move = (id: string) => rig.core.store.get().fileMoves[id]
const ended = (id: string) => rig.until(() => !isMoving(move(id) ?? ({ phase: 'done' } as never)), 300_000)
const name = (text: string) => fileNameSchema.parse(text)
const requests = (end: string) => rig.demo.panel.requests().filter(({ path }) => path.endsWith(end))

describe('a download', () => {
  const download = (...names: string[]) =>
    seen(call()['fileMoves:download']({ ref: rig.ref, folder: rootPath, names: names.map(name) }, from))
  const begun = async (...names: string[]) => must(await download(...names))?.ids ?? []

  it('brings files, and forgets them when told', async () => {
    const ids = await begun('server.properties', 'eula.txt')
    for (const id of ids) await ended(id)
    expect(ids.map((id) => move(id)?.phase)).toEqual(['done', 'done'])
    expect(readdirSync(folder).sort()).toEqual(['eula.txt', 'server.properties'])
    expect(readFileSync(join(folder, 'eula.txt'), 'utf8')).toBe('eula=true\n')
    for (const id of ids) call()['fileMoves:dismiss']({ id }, from)
    expect(rig.core.store.get().fileMoves).toEqual({})
  })

  it('never replaces a file, nor leaves the folder, whatever the file is called', async () => {
    writeFileSync(join(folder, 'eula.txt'), 'mine')
    const odd = ['..\\..\\evil.bat', 'CON', 'a\u202egpj.exe', '100%25.txt', ' .. ']
    for (const one of odd) await put(`/${one}`, one)
    const ids = await begun('eula.txt', ...odd)
    for (const id of ids) await ended(id)
    expect(ids.map((id) => move(id)?.phase)).toEqual(ids.map(() => 'done'))
    expect(readFileSync(join(folder, 'eula.txt'), 'utf8')).toBe('mine')
    expect(readdirSync(folder).sort()).toEqual(
      ['eula.txt', 'eula (2).txt', '.._.._evil.bat', '_CON', 'agpj.exe', '100%25.txt', 'file'].sort(),
    )
    expect(readFileSync(join(folder, '100%25.txt'), 'utf8')).toBe('100%25.txt')
  })

  it('asks for another link where one is spent', async () => {
    rig.demo.panel.transfers.spend(1)
    const [id = ''] = await begun('eula.txt')
    await ended(id)
    expect(move(id)?.phase).toBe('done')
    expect(requests('/files/download')).toHaveLength(2)
  })

  it('of a folder, which the app does not outlive, is told at the next starts until the person has read of it', async () => {
    rig.demo.panel.files.setTrap(rig.identifier, 'archive-outlasts')
    const [id = ''] = await begun('world')
    await rig.until(() => requests('/files/compress').length === 1)
    expect(move(id)?.phase).toBe('packing')
    await seen(rig.core.dispose().then(() => ok()))
    const moves = async () => {
      const core = await rig.reopen()
      return { core, told: Object.values(core.store.get().fileMoves) }
    }
    const { core, told } = await moves()
    expect(told).toMatchObject([{ ref: rig.ref, name: 'world', phase: 'failed', error: { code: 'archive-forgotten' } }])
    core.handlers['fileMoves:dismiss']({ id: told[0]?.id ?? '' }, from)
    await seen(core.dispose().then(() => ok()))
    expect((await moves()).told).toEqual([])
  })

  it('says what is not there any more, and asks nothing where no folder is chosen', async () => {
    expect(await download('eula.txt', 'gone.txt')).toMatchObject({ error: { code: 'file-not-found' } })
    chosen.folder = null
    expect(await download('eula.txt')).toEqual(ok(null))
    expect(readdirSync(folder)).toEqual([])
  })

  it('that fails leaves nothing, and says why', async () => {
    rig.demo.panel.transfers.spend(2)
    const [id = ''] = await begun('eula.txt')
    await ended(id)
    expect(move(id)).toMatchObject({ phase: 'failed', error: { code: 'download-refused' } })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('an upload', () => {
  const place = (path: FilePath = rootPath) => ({ ref: rig.ref, folder: path })
  const pick = (what: 'files' | 'folder' = 'files') => seen(call()['fileMoves:pick']({ ...place(), what }, from))
  const offered = async (...paths: string[]): Promise<UploadOffer> => {
    chosen.uploads = paths
    const offer = must(await pick())
    if (offer === null) throw new Error('nothing was chosen')
    return offer
  }
  const upload = async (offer: UploadOffer, existing: ExistingChoice) => {
    const { id } = must(call()['fileMoves:upload']({ id: offer.id, existing }, from) as Result<{ id: string }>)
    await ended(id)
    return move(id)
  }
  const local = (path: string, text = path) => {
    const full = join(folder, path)
    mkdirSync(join(full, '..'), { recursive: true })
    writeFileSync(full, text)
    return full
  }

  it('takes files and folders, each folder by a request of its own', async () => {
    const file = local('a.txt')
    local('pack/b.txt')
    local('pack/deep/er/c.txt')
    const offer = await offered(file, join(folder, 'pack'))
    expect(offer).toMatchObject({ files: 3, existingCount: 0, leftOutCount: 0 })
    expect(await upload(offer, 'skip')).toMatchObject({ phase: 'done', name: '3 files', direction: 'up' })
    expect(await content('/a.txt')).toBe('a.txt')
    expect(await content('/pack/b.txt')).toBe('pack/b.txt')
    expect(await content('/pack/deep/er/c.txt')).toBe('pack/deep/er/c.txt')
    expect(requests('/files/upload')).toHaveLength(3)
    // The key is for the panel alone.
    expect(JSON.stringify(rig.core.store.get().fileMoves)).not.toContain(folder)
  })

  it.each<[ExistingChoice, string, string]>([
    ['overwrite', 'mine', 'missing'],
    ['skip', 'eula=true\n', 'missing'],
    ['keep-both', 'eula=true\n', 'mine'],
  ])('asks about names that are there, once for all: %s', async (choice, first, second) => {
    const offer = await offered(local('eula.txt', 'mine'), local('new.txt'))
    expect(offer).toMatchObject({ files: 2, existing: ['eula.txt'], existingCount: 1 })
    const done = await upload(offer, choice)
    expect(done).toMatchObject({ phase: 'done', leftOutCount: choice === 'skip' ? 1 : 0 })
    expect(await content('/eula.txt')).toBe(first)
    expect(await content('/eula (2).txt')).toContain(second === 'missing' ? 'not found' : second)
    expect(await content('/new.txt')).toBe('new.txt')
  })

  it('does not overwrite what came there since the person was asked', async () => {
    const offer = await offered(local('late.txt', 'mine'))
    expect(offer.existingCount).toBe(0)
    await put('/late.txt', 'theirs')
    expect(await upload(offer, 'skip')).toMatchObject({ leftOut: [{ name: 'late.txt', why: 'exists' }] })
    expect(await content('/late.txt')).toBe('theirs')
  })

  it('does not overwrite what came there with its folder', async () => {
    local('fresh/a.txt', 'mine')
    const offer = await offered(join(folder, 'fresh'))
    await onPanel('/files/create-folder', 'POST', { root: '/', name: 'fresh' })
    await put('/fresh/a.txt', 'theirs')
    expect(await upload(offer, 'skip')).toMatchObject({ leftOut: [{ name: 'fresh/a.txt', why: 'exists' }] })
    expect(await content('/fresh/a.txt')).toBe('theirs')
  })

  it('leaves out links, and what has no place there, and says so', async () => {
    writeFileSync(join(folder, 'secret'), 'secret')
    local('pack/a.txt')
    local('eula.txt/inner.txt')
    local('world')
    local('say "hi".txt')
    symlinkSync(join(folder, 'secret'), join(folder, 'pack', 'link'))
    symlinkSync('/', join(folder, 'pack', 'root'))
    const paths = ['pack', 'eula.txt', 'world', 'say "hi".txt'].map((one) => join(folder, one))
    const offer = await offered(...paths)
    const { leftOut, files } = offer
    expect(leftOut.map(({ name: left, why }) => `${left} ${why}`).sort()).toEqual([
      'eula.txt/inner.txt file-there',
      'pack/link link',
      'pack/root link',
      'say "hi".txt name',
    ])
    expect(files).toBe(2)
    expect(await upload(offer, 'overwrite')).toMatchObject({ phase: 'done', leftOutCount: 5 })
    expect(await content('/pack/link')).toContain('not found')
  })

  it('remembers the machine’s limit from its refusal, and says it before the next time', async () => {
    rig.demo.panel.transfers.setUploadLimit(1)
    const large = local('large.jar', 'x'.repeat(1024 * 1024 + 1))
    const offer = await offered(large, local('small.txt'))
    expect(offer.leftOutCount).toBe(0)
    expect(await upload(offer, 'skip')).toMatchObject({
      phase: 'done',
      leftOut: [{ name: 'large.jar', why: 'too-large' }],
    })
    expect(await content('/small.txt')).toBe('small.txt')
    expect(await offered(large)).toMatchObject({ files: 0, leftOut: [{ name: 'large.jar', why: 'too-large' }] })
  })

  it('sends what is over the machine’s limit once at most, in whatever folder it is', async () => {
    rig.demo.panel.transfers.setUploadLimit(1)
    const tooLarge = 'x'.repeat(1024 * 1024 + 1)
    const names = ['pack/one/a.jar', 'pack/two/b.jar', 'pack/two/small.txt', 'pack/three/c.jar']
    for (const one of names) local(one, one.endsWith('.jar') ? tooLarge : one)
    const offer = await offered(join(folder, 'pack'))
    expect(await upload(offer, 'skip')).toMatchObject({ phase: 'done', leftOutCount: 3 })
    // One for the first file over the limit, one for the folder with a file that fits.
    expect(requests('/files/upload')).toHaveLength(2)
    expect(await content('/pack/two/small.txt')).toBe('pack/two/small.txt')
  })

  it('says where the key may not', async () => {
    const key = keyIdSchema.parse(rig.server().keyIds[0])
    must(await call()['keys:setPermissions']({ keyId: key, permissions: ['power', 'files-read'] }, from))
    chosen.uploads = [local('a.txt')]
    expect(await pick()).toMatchObject({ error: { code: 'permission-lacking' } })
  })

  it('is of what a dialog or a drop gave, and of nothing else', async () => {
    const dropped = (pageId: number, ...paths: string[]) => call()['fileMoves:dropped']({ paths }, { pageId })
    const take = (drop: string, pageId = 1) => seen(call()['fileMoves:take']({ ...place(), drop }, { pageId }))
    const unknown = { error: { code: 'unknown-upload' } }
    const { drop } = must((await dropped(1, local('a.txt'))) as Result<{ drop: string }>)
    expect(await take(drop, 2)).toMatchObject(unknown)
    expect(await take(join(folder, 'a.txt'))).toMatchObject(unknown)
    expect(must(await take(drop))).toMatchObject({ files: 1 })
    expect(await take(drop)).toMatchObject(unknown)
    expect(await dropped(1, 'relative.txt', '../up.txt')).toMatchObject({ error: { code: 'upload-nothing' } })
    const { drop: old } = must((await dropped(1, local('a.txt'))) as Result<{ drop: string }>)
    await rig.clock.advance(61_000)
    expect(await take(old)).toMatchObject(unknown)
    expect(call()['fileMoves:upload']({ id: 'made-up', existing: 'overwrite' }, from)).toMatchObject(unknown)
  })

  it('of nothing, of nothing that can be sent, and of nothing that is not there already, says so', async () => {
    chosen.uploads = []
    expect(await pick('folder')).toEqual(ok(null))
    symlinkSync(join(folder, 'gone'), join(folder, 'link'))
    expect(await offered(join(folder, 'link'))).toMatchObject({ files: 0, folders: 0, leftOut: [{ name: 'link' }] })
    mkdirSync(join(folder, 'world'))
    expect(await offered(join(folder, 'world'))).toMatchObject({ files: 0, folders: 0, leftOutCount: 0 })
  })

  it('makes empty folders too, in those that are there and in new ones', async () => {
    for (const path of ['pack/empty', 'pack/only/deep', 'world/empty', 'eula.txt/empty']) {
      mkdirSync(join(folder, path), { recursive: true })
    }
    local('pack/b.txt')
    const offer = await offered(join(folder, 'pack'), join(folder, 'world'), join(folder, 'eula.txt'))
    expect(offer).toMatchObject({
      files: 1,
      folders: 3,
      existingCount: 0,
      leftOut: [{ name: 'eula.txt/empty', why: 'file-there' }],
    })
    expect(await upload(offer, 'skip')).toMatchObject({ phase: 'done', leftOutCount: 1 })
    const foldersIn = async (path: string): Promise<string[]> => {
      const { data } = await (await onPanel(`/files/list?directory=${encodeURIComponent(path)}`)).json()
      type Listed = { attributes: { name: string; is_file: boolean } }
      return data.flatMap(({ attributes }: Listed) => (attributes.is_file ? [] : attributes.name))
    }
    expect(await foldersIn('/pack')).toEqual(['empty', 'only'])
    expect(await foldersIn('/pack/only')).toEqual(['deep'])
    expect(await foldersIn('/world')).toContain('empty')
    // What is there now is nothing to do.
    const again = await offered(join(folder, 'world'), join(folder, 'pack', 'empty'))
    expect(again).toMatchObject({ files: 0, folders: 1 })
    expect(await upload(again, 'skip')).toMatchObject({ phase: 'done', name: 'empty' })
    expect(await offered(join(folder, 'world'))).toMatchObject({ files: 0, folders: 0 })
  })
})

const stampOf = async (path: FilePath): Promise<FileStamp | null> => {
  const list = await (await onPanel('/files/list?directory=/')).json()
  const found = list.data.find((one: { attributes: { name: string } }) => `/${one.attributes.name}` === path)
  return found && { size: found.attributes.size, modifiedAt: Date.parse(found.attributes.modified_at) }
}

describe('a file in the person’s own editor', () => {
  const open = () => seen(call()['ownEditor:open']({ ref: rig.ref, path: properties }, from))
  const edit = (id: string) => rig.core.store.get().ownEdits[id]
  const inPhase = (id: string, phase: string) => rig.until(() => edit(id)?.phase === phase)
  const save = (id: string, more: object = {}) =>
    seen(Promise.resolve(call()['ownEditor:save']({ id, always: false, overwrites: false, ...more }, from)))
  const begun = async () => {
    const { id } = must(await open())
    const [path = ''] = opened
    return { id, path }
  }
  const versions = async () =>
    must(await seen(call()['fileVersions:list']({ ref: rig.ref, path: properties }, from))).versions

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
    await seen(Promise.resolve(call()['ownEditor:end']({ id, drops: false }, from)))
    expect(rig.core.store.get().ownEdits).toEqual({})
    expect(readdirSync(join(rig.profile, 'open-files'))).toEqual([])
  })

  it('is saved each time where that was chosen, but never as nothing', async () => {
    const { id, path } = await begun()
    writeFileSync(path, 'a=1\n')
    await inPhase(id, 'changed')
    await save(id, { always: true })
    const { savedAt } = edit(id) ?? {}
    writeFileSync(path, 'a=2\n')
    // A save may begin and end between two looks, so its time is waited for.
    await rig.until(() => edit(id)?.savedAt !== savedAt)
    await inPhase(id, 'open')
    expect(await content(properties)).toBe('a=2\n')
    writeFileSync(path, '')
    await inPhase(id, 'changed')
    expect(await content(properties)).toBe('a=2\n')
  })

  it('does not overwrite what somebody else changed, unless told to', async () => {
    const { id, path } = await begun()
    await put(properties, 'theirs=1\n')
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
    await onPanel('/files/delete', 'POST', { root: '/', files: ['server.properties'] })
    writeFileSync(path, 'mine=1\n')
    await inPhase(id, 'changed')
    await save(id)
    expect(edit(id)).toMatchObject({ phase: 'conflict', error: { code: 'file-not-found' } })
    await save(id, { overwrites: true })
    expect(await content(properties)).toBe('mine=1\n')
  })

  it('is opened once, and leaves nothing where no program opens it', async () => {
    await begun()
    expect(await open()).toMatchObject({ error: { code: 'editor-file-open' } })
    hasEditor = false
    const eula = filePathSchema.parse('/eula.txt')
    expect(await seen(call()['ownEditor:open']({ ref: rig.ref, path: eula }, from))).toMatchObject({
      error: { code: 'editor-not-opened' },
    })
    expect(Object.keys(rig.core.store.get().ownEdits)).toHaveLength(1)
  })

  it('says so where too many are open, or what was asked for is no file', async () => {
    for (let i = 0; i < 20; i += 1) {
      const id = `other-${i}`
      const path = filePathSchema.parse(`/${i}.txt`)
      rig.core.store.update(
        setOwnEdit({ id, ref: rig.ref, path, phase: 'open', savesAlways: false, savedAt: null, error: null }),
      )
    }
    expect(await open()).toMatchObject({ error: { code: 'editor-too-many-open' } })
    rig.core.store.update(dropOwnEdit('other-0'))
    expect(await seen(call()['ownEditor:open']({ ref: rig.ref, path: rootPath }, from))).toMatchObject({
      error: { code: 'file-not-found' },
    })
  })

  it('says so where its copy has gone, and saves it once it is back', async () => {
    const { id, path } = await begun()
    rmSync(path)
    expect(await save(id)).toMatchObject({ error: { code: 'editor-copy-gone' } })
    writeFileSync(path, 'mine=1\n')
    expect(await save(id)).toMatchObject({ ok: true })
    expect(await content(properties)).toBe('mine=1\n')
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
    await seen(Promise.resolve(call()['ownEditor:end']({ id, drops: true }, from)))
    expect(await save(id)).toMatchObject({ error: { code: 'editor-file-gone' } })
  })

  it('keeps what was not saved past the end of the app, and goes on with it', async () => {
    const { path } = await begun()
    // The editor saves right before the end: nobody has looked at it yet.
    writeFileSync(path, 'motd=mine\n')
    await seen(rig.core.dispose().then(() => ok()))
    const core = await rig.reopen()
    const [left] = Object.values(core.store.get().ownEdits)
    expect(left).toMatchObject({ ref: rig.ref, path: properties, phase: 'changed', savesAlways: false })
    expect(core.store.get().notices['own-edits-left']?.message).toContain('/server.properties')
    const id = left?.id ?? ''
    await rig.until(() => core.store.get().servers[rig.ref] !== undefined)
    const saved = await seen(
      Promise.resolve(core.handlers['ownEditor:save']({ id, always: false, overwrites: false }, from)),
    )
    expect(saved).toEqual(ok())
    expect(await content(properties)).toBe('motd=mine\n')
    expect(core.store.get().notices).toEqual({})
  })

  it('leaves nothing at the end of the app, nor what a crash left at its next start', async () => {
    await begun()
    await seen(rig.core.dispose().then(() => ok()))
    const left = join(rig.profile, 'open-files')
    expect(readdirSync(left)).toEqual([])
    mkdirSync(join(left, 'crashed'))
    writeFileSync(join(left, 'crashed', 'server.properties.txt'), 'secret')
    await rig.reopen()
    expect(() => readdirSync(left)).toThrow()
  })
})

describe('a kept version', () => {
  it('is put back, and what it replaces is kept as well', async () => {
    const before = await content(properties)
    const { id } = must(await seen(call()['ownEditor:open']({ ref: rig.ref, path: properties }, from)))
    writeFileSync(opened[0] ?? '', 'motd=worse\n')
    await rig.until(() => rig.core.store.get().ownEdits[id]?.phase === 'changed')
    await seen(Promise.resolve(call()['ownEditor:save']({ id, always: false, overwrites: false }, from)))
    const list = async () =>
      must(await seen(call()['fileVersions:list']({ ref: rig.ref, path: properties }, from))).versions
    const restore = async (seenStamp: FileStamp | null) =>
      seen(
        call()['fileVersions:restore'](
          { ref: rig.ref, path: properties, id: (await list()).at(-1)?.id ?? '', seen: seenStamp },
          from,
        ),
      )
    expect(must(await restore({ size: 1, modifiedAt: 1 }))).toMatchObject({ kind: 'changed' })
    expect(await content(properties)).toBe('motd=worse\n')
    expect(must(await restore(await stampOf(properties)))).toMatchObject({ kind: 'written' })
    expect(await content(properties)).toBe(before)
    expect((await list()).map(({ bytes }) => bytes)).toEqual(['motd=worse\n'.length, before.length])
  })
})
