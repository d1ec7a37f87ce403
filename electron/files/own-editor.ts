import { mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { OwnEdit } from '../../shared/files/contract-moves.ts'
import { type FilePath, maxEditBytes, nameOf, stampOf } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { serverNames } from '../../shared/servers/names.ts'
import type { Clock } from '../lib/clock.ts'
import { describeFailure, type Logger } from '../log/logger.ts'
import type { Notices } from '../state/notices.ts'
import type { StateStore } from '../state/store.ts'
import { drop, put } from '../state/updates.ts'
import { createEditsNotice, createLeftEditsFile, type LeftEdit } from './left-edits.ts'
import { copyState, type Edit, editorName, followCopy, hashOf, lastWritten, newEdit, readCopy } from './own-copy.ts'
import type { FilesReach } from './reach.ts'
import type { Saves } from './save.ts'
import { decodeText } from './text-codec.ts'

/** Maximum number of files that are open at once. */
const mostOpen = 20
/** How long a copy that is not known to be saved is kept after its last change, in milliseconds: as long as versions are. */
const keptForMs = 30 * 24 * 60 * 60_000

type Deps = Pick<FilesReach, 'fetchFile'> & {
  profile: string
  store: StateStore
  clock: Clock
  newId: () => string
  log: Logger
  saves: Pick<Saves, 'save' | 'stampNow'>
  notices: Pick<Notices, 'all' | 'show' | 'withdraw' | 'subscribe'>
  /** Opens a file in the person's program for it. */
  openFile: (path: string) => Promise<Result<void>>
}

/** What is told of one of which nothing was saved yet. */
const newView = { savesAlways: false, error: null } as const

/** Why a file did not come here: nothing of it is kept, since its folder is deleted. */
function unfetched(error: AppError): AppError {
  if (error.code === 'download-wrong') return { ...error, hint: 'Try again.' }
  if (error.code !== 'storage-failed') return error
  const hint = 'Try again. If it keeps failing, check free space and access to the profile folder.'
  return { ...error, message: 'The file could not be opened here.', hint }
}

/** Files of servers that are open in programs of this computer, each as a copy in a folder that only its owner can read. */
export function createOwnEditor({ profile, store, clock, newId, log, fetchFile, saves, openFile, notices }: Deps) {
  const root = join(profile, 'open-files')
  /** The copies that are open, on disk. */
  const left = createLeftEditsFile(profile, log)
  const edits = new Map<string, Edit>()
  const notice = createEditsNotice(notices, (ids) =>
    left.set(left.get().map((one) => (ids.has(one.id) ? { ...one, isRead: true } : one))),
  )

  const view = (id: string) => store.get().ownEdits[id]

  function change(id: string, more: Partial<OwnEdit>): void {
    const known = view(id)
    if (known !== undefined) store.update(put('ownEdits', { ...known, ...more }))
  }

  async function remove(folder: string): Promise<void> {
    try {
      await rm(folder, { recursive: true, force: true })
    } catch (failure) {
      // On Windows an editor may hold it; a later start deletes it.
      log.warn('the copy of an opened file could not be deleted', { failure: describeFailure(failure) })
    }
  }

  /** Written before the editor starts, so that nothing that it saves is forgotten. */
  function note(id: string, { stamp, sha256 }: Edit): void {
    const known = view(id)
    if (known === undefined || sha256 === null) return
    const { ref, path } = known
    const server = serverNames(store.get())(ref)
    const noted: LeftEdit = { id, ref, path, server, stamp, sha256, isRead: false }
    left.set([...left.get().filter((one) => one.id !== id), noted])
  }

  /** It is no longer followed; its copy stays. */
  function leave(id: string, edit: Edit): void {
    edits.delete(id)
    store.update(drop('ownEdits', id))
    edit.stopWatch()
    edit.ending.abort()
  }

  async function discard(id: string, { folder }: Pick<Edit, 'folder'>): Promise<void> {
    await remove(folder)
    left.set(left.get().filter((one) => one.id !== id))
  }

  async function end(id: string): Promise<void> {
    const edit = edits.get(id)
    notice.remove(id)
    if (edit === undefined) return store.update(drop('ownEdits', id))
    leave(id, edit)
    await discard(id, edit)
  }

  const failed = (id: string, error: AppError) => change(id, { phase: 'failed', error })

  /** An editor that was cut off may leave nothing: that is not taken for a wish. */
  const sendsUnasked = (id: string, content: Uint8Array) => view(id)?.savesAlways === true && content.byteLength > 0

  /** Looks at the copy after the editor wrote it. */
  async function look(id: string, edit: Edit): Promise<void> {
    if (edit.isSaving || edits.get(id) !== edit) return
    const copy = await readCopy(edit.path)
    if (!copy.ok) return failed(id, copy.error)
    if (copy.value === null || edits.get(id) !== edit) return
    if (hashOf(copy.value) === edit.sha256) return change(id, { phase: 'open', error: null })
    if (sendsUnasked(id, copy.value)) await send(id, edit, copy.value, false)
    else change(id, { phase: 'changed', error: null })
  }

  /** Writes over the file as it was opened or saved last; `overwrites` over whatever is there now. */
  async function write({ ref, path }: OwnEdit, edit: Edit, content: Uint8Array, overwrites: boolean) {
    if (!overwrites) return saves.save(ref, path, content, { seen: edit.stamp, before: edit.content })
    const now = await saves.stampNow(ref, path)
    return now.ok ? saves.save(ref, path, content, { seen: now.value && stampOf(now.value) }) : now
  }

  async function send(id: string, edit: Edit, content: Uint8Array, overwrites: boolean): Promise<Result<void>> {
    const known = view(id)
    if (known === undefined) return fail('editor-file-gone')
    if (edit.isSaving) return fail('editor-file-busy')
    edit.isSaving = true
    change(id, { phase: 'saving', error: null })
    const saved = await write(known, edit, content, overwrites)
    edit.isSaving = false
    if (!saved.ok) {
      failed(id, saved.error)
      return saved
    }
    if (saved.value.kind === 'written') {
      edit.stamp = saved.value.stamp
      edit.content = content
      edit.sha256 = hashOf(content)
      note(id, edit)
      notice.remove(id)
      change(id, { phase: 'open', error: null })
      // The editor may have saved once more meanwhile.
      await look(id, edit)
      return ok()
    }
    change(id, { phase: 'conflict', error: saved.value.kind === 'missing' ? appError('file-not-found') : null })
    return ok()
  }

  /** A file that is open, with what its copy has now. */
  async function openCopy(id: string): Promise<Result<{ edit: Edit; copy: Uint8Array }>> {
    const edit = edits.get(id)
    if (edit === undefined) return fail('editor-file-gone')
    if (edit.isSaving) return fail('editor-file-busy')
    const copy = await readCopy(edit.path)
    if (!copy.ok) return copy
    return copy.value === null ? fail('editor-copy-gone') : ok({ edit, copy: copy.value })
  }

  function follow(id: string, edit: Edit): void {
    edit.stopWatch = followCopy(edit.path, { clock, log, onSettled: () => void look(id, edit) })
  }

  /** Brings the copy here; the file is the one that the panel lists. */
  async function fetchCopy(id: string, ref: ServerRef, path: FilePath): Promise<Result<Edit>> {
    const name = nameOf(path)
    const found = await saves.stampNow(ref, path)
    if (!found.ok) return found
    if (found.value === null || !found.value.isFile || name === null) return fail('file-not-found')
    const { size } = found.value
    if (size === null || size > maxEditBytes) return fail('file-too-large')
    const edit = newEdit(join(root, id), name, { stamp: stampOf(found.value), sha256: null })
    const { folder, ending } = edit
    edits.set(id, edit)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const fetched = await fetchFile(ref, path, {
      folder,
      file: editorName(name),
      bytes: size,
      // A log may have grown since. Where it did, a save asks first, since the stamp is the older one.
      mayDiffer: true,
      signal: ending.signal,
    })
    if (!fetched.ok) return fail(unfetched(fetched.error))
    const copy = await readCopy(edit.path)
    if (!copy.ok) return copy
    if (copy.value === null) return fail('storage-failed')
    edit.content = copy.value
    edit.sha256 = hashOf(copy.value)
    note(id, edit)
    return ok(edit)
  }

  /** Opens a copy in the person's program, which might run what is no text. */
  async function handOver({ path }: Edit): Promise<Result<void>> {
    const copy = await readCopy(path)
    if (!copy.ok) return copy
    if (copy.value === null) return fail('editor-copy-gone')
    return decodeText(copy.value) === null ? fail('file-no-text') : openFile(path)
  }

  async function begin(id: string, ref: ServerRef, path: FilePath): Promise<Result<void>> {
    const edit = await fetchCopy(id, ref, path)
    if (!edit.ok) return edit
    follow(id, edit.value)
    const opened = await handOver(edit.value)
    if (opened.ok) change(id, { phase: 'open' })
    return opened
  }

  /** True for what nobody changed for so long that it is not kept, and for an empty folder. */
  async function isOld(folder: string): Promise<boolean> {
    const at = await lastWritten(folder)
    return at === null || clock.now() - at > keptForMs
  }

  /** Takes up a copy of an earlier run; false where the server is known to have all of it. */
  async function takeUp({ id, ref, path, server, stamp, sha256, isRead }: LeftEdit): Promise<boolean> {
    const name = nameOf(path)
    const folder = join(root, id)
    if (name === null || (await isOld(folder))) return true
    const edit = newEdit(folder, name, { stamp, sha256 })
    const state = await copyState(edit)
    if (state !== 'unsaved') return state !== 'saved'
    edits.set(id, edit)
    store.update(put('ownEdits', { ...newView, id, ref, path, phase: 'open' }))
    follow(id, edit)
    await look(id, edit)
    if (!isRead) notice.add(id, { path, server })
    return true
  }

  /** Opens the copy of a file that is followed already. */
  async function openAgain(id: string): Promise<Result<{ id: string }>> {
    const edit = edits.get(id)
    if (edit === undefined || edit.sha256 === null) return fail('editor-file-open')
    const opened = await handOver(edit)
    return opened.ok ? ok({ id }) : opened
  }

  return {
    /**
     * Downloads a file to a private folder and opens it in the person's own program; where its copy is followed already,
     * opens that once more. What is no text is never opened. Answers once the program has it. Errors: `editor-file-open`
     * while the copy is still fetched, `editor-too-many-open`, `file-too-large`, `file-not-found`, `file-no-text`,
     * `editor-copy-gone`, `editor-not-opened`, and those of a download.
     */
    async open(ref: ServerRef, path: FilePath): Promise<Result<{ id: string }>> {
      const all = Object.values(store.get().ownEdits)
      const known = all.find((edit) => edit.ref === ref && edit.path === path)
      if (known !== undefined) return openAgain(known.id)
      if (all.length >= mostOpen) return fail('editor-too-many-open')
      const id = newId()
      store.update(put('ownEdits', { ...newView, id, ref, path, phase: 'opening' }))
      const begun = await begin(id, ref, path).catch((failure: unknown) => {
        log.warn('a file could not be opened in an editor', { failure: describeFailure(failure) })
        return fail('storage-failed')
      })
      if (begun.ok) return ok({ id })
      await end(id)
      return begun
    },

    /**
     * Saves what the editor saved; `overwrites` what somebody else changed meanwhile. Errors: `editor-file-gone`,
     * `editor-file-busy`, `editor-copy-gone`, and those of a save.
     */
    async save(id: string, { always, overwrites }: { always: boolean; overwrites: boolean }): Promise<Result<void>> {
      const open = await openCopy(id)
      if (!open.ok) return open
      const { edit, copy } = open.value
      change(id, { savesAlways: always })
      return send(id, edit, copy, overwrites)
    },

    /**
     * Deletes the copy. Changes that are not on the server are lost if the person `drops` it. Otherwise it stays open and
     * that is told, even if the copy is missing, as while an editor replaces it.
     */
    async end(id: string, { drops }: { drops: boolean }): Promise<void> {
      const edit = edits.get(id)
      if (edit !== undefined && !drops) {
        // An editor may be replacing it right now; what it writes is looked at once it is there.
        if ((await copyState(edit)) === 'missing') return failed(id, appError('editor-copy-gone'))
        await look(id, edit)
      }
      if (drops || edit === undefined || view(id)?.phase === 'open') await end(id)
    },

    /**
     * Follows again what an earlier run left unsaved, and says so; deletes copies that the server has, and those that
     * nobody changed for 30 days. Copies of which nothing else is known are kept until then.
     */
    async recover() {
      const saved = new Set<string>()
      for (const one of left.get()) if (!(await takeUp(one))) saved.add(one.id)
      const copies = () => readdir(root).catch(() => [])
      for (const name of await copies()) {
        const folder = join(root, name)
        if (!edits.has(name) && (saved.has(name) || (await isOld(folder)))) await remove(folder)
      }
      const kept = new Set(await copies())
      left.set(left.get().filter(({ id }) => edits.has(id) || kept.has(id)))
      if (kept.size === 0 && edits.size === 0) await remove(root)
      notice.tell()
    },

    /** Leaves what was not saved to the next start. */
    async dispose() {
      notice.dispose()
      await Promise.all(
        [...edits].map(async ([id, edit]) => {
          leave(id, edit)
          // A copy that is not there may be one that an editor replaces right now.
          if ((await copyState(edit)) === 'saved') await discard(id, edit)
        }),
      )
    },
  }
}
