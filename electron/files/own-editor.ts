import { mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { FileStamp } from '../../shared/files/contract.ts'
import type { OwnEdit } from '../../shared/files/contract-moves.ts'
import { type FilePath, maxEditBytes, nameOf, stampOf } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { serverNames } from '../../shared/servers/names.ts'
import { watchFile } from '../lib/watch-file.ts'
import { describeFailure, failuresTo } from '../log/logger.ts'
import type { FeatureBasics } from '../state/feature.ts'
import type { Notices } from '../state/notices.ts'
import { drop, put } from '../state/updates.ts'
import { createLeftEditsFile, type LeftEdit, leftWords } from './left-edits.ts'
import { editorName, hashOf, lastWritten, readCopy } from './own-copy.ts'
import type { FilesReach } from './reach.ts'
import type { Saves } from './save.ts'
import { decodeText } from './text-codec.ts'

/** Maximum number of files that are open at once. */
const mostOpen = 20
/** How long a copy that is not known to be saved is kept after its last change, in milliseconds: as long as versions are. */
const keptForMs = 30 * 24 * 60 * 60_000
/** An editor that writes in steps is done once nothing came for this long, in milliseconds. */
const settleMs = 500
const noticeId = 'own-edits-left'

type Deps = Pick<FilesReach, 'fetchFile'> &
  Pick<FeatureBasics, 'profile' | 'store' | 'clock' | 'newId' | 'log'> & {
    saves: Pick<Saves, 'save' | 'entryNow'>
    notices: Pick<Notices, 'all' | 'show' | 'withdraw' | 'subscribe'>
    /** Opens a file in the person's program for it. */
    openFile: (path: string) => Promise<Result<void>>
  }

/** A file that is open: where its copy is, and what the server has of it as far as it is known. */
type Edit = {
  readonly copy: string
  readonly ending: AbortController
  /** Null where an earlier run of the app had it. */
  content: Uint8Array | null
  /** What is known of it on disk; null before the copy is here. */
  noted: LeftEdit | null
}

/** True where nothing is lost with a copy: the server has what is in it, or it never came here. */
const isSaved = ({ noted }: Pick<Edit, 'noted'>, copy: Result<Uint8Array>) =>
  noted === null || (copy.ok && hashOf(copy.value) === noted.sha256)

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
  /** Those that an earlier run left unsaved, as long as the notice tells of them. */
  const earlier = new Set<string>()

  const view = (id: string) => store.get().ownEdits[id]

  function change(id: string, more: Partial<OwnEdit>): void {
    const known = view(id)
    if (known !== undefined) store.update(put('ownEdits', { ...known, ...more }))
  }

  const failed = (id: string, error: AppError) => change(id, { phase: 'failed', error })

  function showLeft(): void {
    const unread = left.get().filter(({ id, isRead }) => earlier.has(id) && !isRead)
    if (unread.length > 0) notices.show({ id: noticeId, level: 'warning', ...leftWords(unread) }, dismissLeft)
    else notices.withdraw(noticeId)
  }

  /** Once the person has dismissed the notice it does not come back. */
  function dismissLeft(): void {
    left.set(left.get().map((one) => (earlier.has(one.id) ? { ...one, isRead: true } : one)))
    earlier.clear()
  }

  /** Writes what is known of an open copy, in place of what was; null for one that has ended. */
  function note(id: string, noted: LeftEdit | null): void {
    left.set([...left.get().filter((one) => one.id !== id), ...(noted === null ? [] : [noted])])
    if (earlier.delete(id)) showLeft()
  }

  /** The server has this content. Written before the editor starts, so that nothing that it saves is forgotten. */
  function noteContent(id: string, edit: Edit, content: Uint8Array, stamp: FileStamp | null): void {
    const known = view(id)
    if (known === undefined) return
    const { ref, path } = known
    const server = serverNames(store.get())(ref)
    edit.content = content
    edit.noted = { id, ref, path, server, stamp, sha256: hashOf(content), isRead: false }
    note(id, edit.noted)
  }

  async function remove(folder: string): Promise<void> {
    try {
      await rm(folder, { recursive: true, force: true })
    } catch (failure) {
      // On Windows an editor may hold it; a later start deletes it.
      log.warn('the copy of an opened file could not be deleted', { failure: describeFailure(failure) })
    }
  }

  /** It is no longer followed; its copy stays. */
  function leave(id: string): void {
    edits.get(id)?.ending.abort()
    edits.delete(id)
    store.update(drop('ownEdits', id))
  }

  async function discard(id: string): Promise<void> {
    await remove(join(root, id))
    note(id, null)
  }

  async function end(id: string): Promise<void> {
    const isOpen = edits.has(id)
    leave(id)
    if (isOpen) await discard(id)
  }

  /** Looks at the copy after the editor wrote it. */
  async function look(id: string, edit: Edit): Promise<void> {
    const isFollowed = () => edits.get(id) === edit && view(id)?.phase !== 'saving'
    if (!isFollowed()) return
    const copy = await readCopy(edit.copy)
    if (!isFollowed() || (!copy.ok && copy.error.code === 'editor-copy-gone')) return
    if (!copy.ok) return failed(id, copy.error)
    if (isSaved(edit, copy)) return change(id, { phase: 'open', error: null })
    // An editor that was cut off may leave nothing: that is not taken for a wish.
    if (view(id)?.savesAlways && copy.value.byteLength > 0) await send(id, edit, copy.value, false)
    else change(id, { phase: 'changed', error: null })
  }

  /** Writes over the file as it was opened or saved last; `overwrites` over whatever is there now. */
  async function write({ ref, path }: OwnEdit, edit: Edit, content: Uint8Array, overwrites: boolean) {
    if (!overwrites) return saves.save(ref, path, content, { seen: edit.noted?.stamp ?? null, before: edit.content })
    const now = await saves.entryNow(ref, path)
    return now.ok ? saves.save(ref, path, content, { seen: now.value && stampOf(now.value) }) : now
  }

  async function send(id: string, edit: Edit, content: Uint8Array, overwrites: boolean): Promise<Result<void>> {
    const known = view(id)
    if (known === undefined) return fail('editor-file-gone')
    if (known.phase === 'saving') return fail('editor-file-busy')
    change(id, { phase: 'saving', error: null })
    const saved = await write(known, edit, content, overwrites)
    if (!saved.ok) {
      failed(id, saved.error)
      return saved
    }
    if (saved.value.kind === 'written') {
      noteContent(id, edit, content, saved.value.stamp)
      change(id, { phase: 'open', error: null })
      // The editor may have saved once more meanwhile.
      await look(id, edit)
      return ok()
    }
    change(id, { phase: 'conflict', error: saved.value.kind === 'missing' ? appError('file-not-found') : null })
    return ok()
  }

  /** @param noted what an earlier run noted of it */
  function addEdit(id: string, copy: string, noted: LeftEdit | null = null): Edit {
    const edit = { copy, noted, content: null, ending: new AbortController() }
    edits.set(id, edit)
    return edit
  }

  function follow(id: string, edit: Edit): void {
    let cancel = () => {}
    const onChange = () => {
      cancel()
      cancel = clock.after(settleMs, () => void look(id, edit))
    }
    const watch = watchFile({ path: edit.copy, clock, onChange, onFailure: failuresTo(log) })
    edit.ending.signal.addEventListener('abort', () => {
      watch.dispose()
      cancel()
    })
  }

  /** Brings the copy here; the file is the one that the panel lists. */
  async function fetchCopy(id: string, ref: ServerRef, path: FilePath): Promise<Result<Edit>> {
    const found = await saves.entryNow(ref, path)
    if (!found.ok) return found
    if (!found.value?.isFile) return fail('file-not-found')
    const { name, size } = found.value
    if (size === null || size > maxEditBytes) return fail('file-too-large')
    const [folder, file] = [join(root, id), editorName(name)]
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const edit = addEdit(id, join(folder, file))
    // A log may have grown since. Where it did, a save asks first, since the stamp is the older one.
    const job = { folder, file, bytes: size, mayDiffer: true, signal: edit.ending.signal }
    const fetched = await fetchFile(ref, path, job)
    if (!fetched.ok) return fail(unfetched(fetched.error))
    const copy = await readCopy(edit.copy)
    if (!copy.ok) return copy
    noteContent(id, edit, copy.value, stampOf(found.value))
    follow(id, edit)
    return ok(edit)
  }

  /** Opens a copy in the person's program, which might run what is no text. */
  async function handOver({ copy }: Edit): Promise<Result<void>> {
    const content = await readCopy(copy)
    if (!content.ok) return content
    return decodeText(content.value) === null ? fail('file-no-text') : openFile(copy)
  }

  async function begin(id: string, ref: ServerRef, path: FilePath): Promise<Result<void>> {
    const edit = await fetchCopy(id, ref, path)
    if (!edit.ok) return edit
    const opened = await handOver(edit.value)
    // The editor may have written already while its program started.
    if (opened.ok && view(id)?.phase === 'opening') change(id, { phase: 'open' })
    return opened
  }

  /** True for what nobody changed for so long that it is not kept, and for an empty folder. */
  async function isOld(folder: string): Promise<boolean> {
    const at = await lastWritten(folder)
    return at === null || clock.now() - at > keptForMs
  }

  /** Takes up a copy of an earlier run; false where the server is known to have all of it. */
  async function takeUp(noted: LeftEdit): Promise<boolean> {
    const { id, ref, path } = noted
    const copyPath = join(root, id, editorName(nameOf(path) ?? ''))
    if (await isOld(join(root, id))) return true
    const copy = await readCopy(copyPath)
    if (!copy.ok && copy.error.code === 'editor-copy-gone') return true
    if (isSaved({ noted }, copy)) return false
    store.update(put('ownEdits', { id, ref, path, phase: 'open', savesAlways: false, error: null }))
    const edit = addEdit(id, copyPath, noted)
    earlier.add(id)
    follow(id, edit)
    await look(id, edit)
    return true
  }

  /** Opens the copy of a file that is followed already. */
  async function openAgain(id: string): Promise<Result<{ id: string }>> {
    const edit = edits.get(id)
    if (edit === undefined || edit.noted === null) return fail('editor-file-open')
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
      store.update(put('ownEdits', { id, ref, path, phase: 'opening', savesAlways: false, error: null }))
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
      const edit = edits.get(id)
      if (edit === undefined) return fail('editor-file-gone')
      if (view(id)?.phase === 'saving') return fail('editor-file-busy')
      const copy = await readCopy(edit.copy)
      if (!copy.ok) return copy
      change(id, { savesAlways: always })
      return send(id, edit, copy.value, overwrites)
    },

    /**
     * Deletes the copy. Changes that are not on the server are lost if the person `drops` it. Otherwise it stays open and
     * that is shown, even if the copy is missing, as while an editor replaces it.
     */
    async end(id: string, { drops }: { drops: boolean }): Promise<void> {
      const edit = edits.get(id)
      if (edit !== undefined && !drops) {
        const copy = await readCopy(edit.copy)
        // A save that runs says itself how it ended; until then no other one begins.
        if (view(id)?.phase === 'saving') return
        if (!copy.ok && !isSaved(edit, copy)) return failed(id, copy.error)
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
      showLeft()
    },

    /** Leaves what was not saved to the next start. */
    async dispose() {
      await Promise.all(
        [...edits].map(async ([id, edit]) => {
          leave(id)
          // A copy that is not there may be one that an editor replaces right now.
          if (isSaved(edit, await readCopy(edit.copy))) await discard(id)
        }),
      )
    },
  }
}
