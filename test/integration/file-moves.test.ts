import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readLocalTree } from '../../electron/files/local-tree.ts'
import type { FilePicker } from '../../electron/settings/import-export.ts'
import { fileNameSchema } from '../../shared/files/contract.ts'
import type { ExistingChoice, UploadOffer } from '../../shared/files/contract-moves.ts'
import { type FilePath, rootPath } from '../../shared/files/files.ts'
import { keyIdSchema } from '../../shared/model/identifier-schema.ts'
import { isUnderWay } from '../../shared/model/under-way.ts'
import { ok, type Result } from '../../shared/result.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { must } from '../fixtures/demo.ts'
import { panelFilesOf } from '../fixtures/panel-files.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const from = { pageId: 1 }

/** Where downloads go, and what the dialogs answer. */
let folder: string
let chosen: { folder: string | null; uploads: string[]; confirms: boolean }
let asked: Parameters<FilePicker['confirm']>[0][]

const rig = setUpCoreRig({
  pickFile: {
    folder: async () => chosen.folder,
    uploads: async () => chosen.uploads,
    async confirm(question) {
      asked.push(question)
      return chosen.confirms
    },
  },
})
const { seen } = rig
const { send, content, put } = panelFilesOf(rig)
beforeEach(() => {
  folder = temporaryFolder()
  chosen = { folder, uploads: [], confirms: true }
  asked = []
})

const call = () => rig.core.handlers
const move = (id: string) => rig.core.store.get().fileMoves[id]
const ended = (id: string) => rig.until(() => !isUnderWay(move(id) ?? ({ phase: 'done' } as never)), 300_000)
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
    for (const id of ids) call()['jobs:dismiss']({ id }, from)
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

  it('of a folder, which the app does not outlive, is told at the next starts until it is dismissed', async () => {
    rig.demo.panel.files.setTrap(rig.identifier, 'archive-outlasts')
    const [id = ''] = await begun('world')
    await rig.until(() => requests('/files/compress').length === 1)
    expect(move(id)?.phase).toBe('packing')
    await seen(rig.core.dispose().then(() => ok()))
    const cutNotice = async () => {
      const core = await rig.reopen()
      const notice = Object.values(core.store.get().notices).find(({ job }) => job?.id === id)
      return { core, notice }
    }
    const { core, notice } = await cutNotice()
    expect(notice).toMatchObject({
      message: 'Servertray ended during the download of world from Survival. It is not known whether it was done.',
      hint: expect.stringContaining('its archive may still be on the server'),
    })
    core.handlers['notices:dismiss']({ id: notice?.id ?? '' }, from)
    await seen(core.dispose().then(() => ok()))
    expect((await cutNotice()).notice).toBeUndefined()
  })

  it('says what is not there any more, and asks nothing where no folder is chosen', async () => {
    expect(await download('eula.txt', 'gone.txt')).toMatchObject({ error: { code: 'file-not-found' } })
    chosen.folder = null
    expect(await download('eula.txt')).toEqual(ok(null))
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

  it('does not overwrite what came there since the person was asked, also with its folder', async () => {
    local('fresh/a.txt', 'mine')
    const offer = await offered(join(folder, 'fresh'), local('late.txt', 'mine'))
    await put('/late.txt', 'theirs')
    await send('/files/create-folder', 'POST', { root: '/', name: 'fresh' })
    await put('/fresh/a.txt', 'theirs')
    const left = [
      { name: 'late.txt', why: 'exists' },
      { name: 'fresh/a.txt', why: 'exists' },
    ]
    expect(await upload(offer, 'skip')).toMatchObject({ leftOut: left })
    expect([await content('/fresh/a.txt'), await content('/late.txt')]).toEqual(['theirs', 'theirs'])
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

  it.each([
    ['before-writing', 'missing', 'missing'],
    ['in-last-file', 'aaaa', 'bb'],
    ['before-answer', 'aaaa', 'bbbb'],
  ] as const)('that is cut %s is no success, and is not sent again', async (at, first, second) => {
    const offer = await offered(local('a.txt', 'aaaa'), local('b.txt', 'bbbb'))
    rig.demo.panel.transfers.breakUploads(at)
    expect(await upload(offer, 'overwrite')).toMatchObject({ phase: 'failed', error: { code: 'upload-broken' } })
    expect(requests('/upload/file')).toHaveLength(1)
    for (const [path, text] of Object.entries({ '/a.txt': first, '/b.txt': second })) {
      if (text === 'missing') expect(await content(path)).toContain('not found')
      else expect(await content(path)).toBe(text)
    }
  })

  it('that is cut says how many files were there before', async () => {
    local('pack/b.txt')
    const offer = await offered(local('a.txt'), join(folder, 'pack'))
    rig.demo.panel.transfers.breakUploads('before-writing', 1)
    expect(await upload(offer, 'skip')).toMatchObject({
      phase: 'failed',
      error: {
        code: 'upload-broken',
        hint: expect.stringMatching(/^1 of 2 files were uploaded before that\. Look at/),
      },
    })
  })

  it('sends what is over the machine’s limit once at most, and says it before the next time', async () => {
    rig.demo.panel.transfers.setUploadLimit(1)
    const tooLarge = 'x'.repeat(1024 * 1024 + 1)
    const names = ['pack/one/a.jar', 'pack/two/b.jar', 'pack/two/small.txt', 'pack/three/c.jar']
    for (const one of names) local(one, one.endsWith('.jar') ? tooLarge : one)
    const offer = await offered(join(folder, 'pack'))
    expect(await upload(offer, 'skip')).toMatchObject({ phase: 'done', leftOutCount: 3 })
    // One for the first file over the limit, one for the folder with a file that fits.
    expect(requests('/files/upload')).toHaveLength(2)
    expect(await content('/pack/two/small.txt')).toBe('pack/two/small.txt')
    const again = await offered(join(folder, 'pack/one'))
    expect(again).toMatchObject({ files: 0, leftOut: [{ name: 'one/a.jar', why: 'too-large' }] })
    // Its host may raise it.
    await rig.clock.advance(10 * 60_000)
    rig.demo.panel.transfers.setUploadLimit(100)
    const later = await offered(join(folder, 'pack/one'))
    expect(later).toMatchObject({ files: 1, leftOut: [] })
    expect(await upload(later, 'skip')).toMatchObject({ phase: 'done', leftOutCount: 0 })
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
    expect(asked).toEqual([])
    expect(must(await take(drop))).toMatchObject({ files: 1 })
    expect(asked).toMatchObject([
      {
        about: 'drops-1',
        message: 'Upload to Survival?',
        pageId: 1,
        detail: expect.stringContaining(`From ${folder}:\na.txt`),
      },
    ])
    expect(await take(drop)).toMatchObject(unknown)
    chosen.confirms = false
    const { drop: refused } = must((await dropped(1, local('a.txt'))) as Result<{ drop: string }>)
    expect([await take(refused), await take(refused)]).toMatchObject([ok(null), unknown])
    expect(await dropped(1, 'relative.txt', '../up.txt')).toMatchObject({ error: { code: 'upload-nothing' } })
    const { drop: old } = must((await dropped(1, local('a.txt'))) as Result<{ drop: string }>)
    await rig.clock.advance(61_000)
    expect(await take(old)).toMatchObject(unknown)
    expect(call()['fileMoves:upload']({ id: 'made-up', existing: 'overwrite' }, from)).toMatchObject(unknown)
  })

  it('is never of the app’s own folder, by whatever way', async () => {
    const { profile } = rig
    symlinkSync(profile, join(folder, 'way'))
    const own = [profile, join(profile, 'settings.json'), join(folder, 'way', 'settings.json')]
    for (const path of own) {
      expect(await offered(path)).toMatchObject({ files: 0, leftOut: [{ why: 'own' }] })
    }
    mkdirSync(join(folder, 'home', 'mine'), { recursive: true })
    expect(await readLocalTree([join(folder, 'home')], join(folder, 'home', 'mine'))).toMatchObject(
      ok({ files: [], leftOut: [{ name: 'home/mine', why: 'own' }] }),
    )
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
      const { data } = await (await send(`/files/list?directory=${encodeURIComponent(path)}`)).json()
      type Listed = { attributes: { name: string; is_file: boolean } }
      return data.flatMap(({ attributes }: Listed) => (attributes.is_file ? [] : attributes.name))
    }
    expect(await foldersIn('/pack')).toEqual(['empty', 'only'])
    expect(await foldersIn('/pack/only')).toEqual(['deep'])
    expect(await foldersIn('/world')).toContain('empty')
    // What is there now is nothing to do.
    expect(await offered(join(folder, 'world'))).toMatchObject({ files: 0, folders: 0 })
  })
})
