import { readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileEntry } from '../../shared/files/contract.ts'
import { type FilePath, folderOf, isFilePath, nameOf, stampOf } from '../../shared/files/files.ts'
import { areaNeeds } from '../../shared/keys/rights.ts'
import { safeLine, safeText } from '../../shared/model/text.ts'
import { isNameTyped } from '../../shared/model/typed-name.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { remove } from '../files/changes.ts'
import { alreadyThere, entryAt, fileAt } from '../files/entries.ts'
import { type ServerFiles, serverFiles } from '../files/panel.ts'
import { readText } from '../files/read.ts'
import { writeBytes } from '../files/write.ts'
import { download } from '../transfers/download.ts'
import { localName } from '../transfers/local-name.ts'
import { argument, flag, misuse, option, required, server } from './argument-types.ts'
import { serverCommand } from './command.ts'
import { type Columns, exitCodes, formatJson, isoTime, listing, type Said } from './format.ts'
import { noteLeftOut, type Outcome, type Session } from './session.ts'
import type { ServerTools } from './tools.ts'

type Run = { readonly session: Session; readonly tools: ServerTools; readonly files: ServerFiles }

/** What is at a path of this computer; null where nothing is, or nobody may look. */
export const kindOf = (path: string): Promise<'folder' | 'file' | 'other' | null> =>
  stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other'),
    () => null,
  )

/** For a download to a folder that is not there. */
export const noFolder = { message: 'There is no such folder.', hint: 'Give one that is there with --to.' }

/** Maximum size of a file that is sent, in bytes: it is held in memory, and panels commonly take 100 MB. */
const maxSentBytes = 64 * 1024 * 1024

/** JSON in which each character of a name is told, but none of those that a terminal acts on stands as it is. */
const escaped = (json: string) =>
  json.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )

const columns: Columns<FileEntry> = {
  MODE: ({ mode }) => mode,
  BYTES: ({ isFile, size }) => (isFile && size !== null ? String(size) : '–'),
  CHANGED: ({ modifiedAt }) => isoTime(modifiedAt) ?? '–',
  NAME: ({ isFile, name }) => (isFile ? name : `${name}/`),
}

const jsonOf = (entry: FileEntry) => ({ ...entry, modifiedAt: isoTime(entry.modifiedAt) })

async function list({ session, files }: Run, { path }: { readonly path: FilePath }): Promise<Result<Said>> {
  const list = noteLeftOut(session, await files.list(path))
  return list.ok ? ok(listing(columns, list.value.entries, 'Nothing is in this folder.\n', jsonOf)) : list
}

async function print({ session, tools, files }: Run, { path }: { readonly path: FilePath }): Promise<Result<Said>> {
  const converts = async () => {
    const facts = await tools.client.readServer(tools.identifier, session.call)
    return facts.ok && facts.value.convertsText
  }
  const read = await readText(files, { clock: session.clock, ...tools.machines }, path, converts)
  if (!read.ok) return read
  const reading = read.value
  if (reading.kind !== 'text') {
    const code = reading.kind === 'binary' ? 'file-no-text' : 'file-too-large'
    return fail(code, { hint: 'Run files get to download it.' })
  }
  const { text, format, isConverted } = reading
  return ok({ words: text.split('\n').map(safeLine).join('\n'), json: { text, ...format, isConverted } })
}

const lsHint = 'Run files ls to see what is in it.'
const hintOfForce = 'Run it again with --force to replace it.'

type Get = { readonly path: FilePath; readonly to: string; readonly force: boolean }

async function get({ session, tools, files }: Run, { path, to: folder, force }: Get): Promise<Result<Said>> {
  if ((await kindOf(folder)) !== 'folder') return fail('invalid-request', noFolder)
  const entry = await fileAt(files, path)
  if (!entry.ok) return entry
  const wanted = localName(entry.value.name)
  const there = await kindOf(join(folder, wanted))
  if (there !== null && !(force && there === 'file')) {
    const hint = there === 'file' ? hintOfForce : 'Save it to another folder.'
    return fail('file-exists', { message: `There is ${wanted} in that folder already.`, hint })
  }
  const { clock, stopped } = session
  let bytes = 0
  const saved = await download({
    clock,
    ...tools.machines,
    link: () => files.downloadLink(path),
    folder,
    file: wanted,
    what: 'file',
    bytes: entry.value.size,
    sha1: null,
    mayDiffer: true,
    signal: stopped,
    onProgress(now) {
      bytes = now
    },
  })
  if (!saved.ok) return saved
  // Only the whole file replaces an existing one, in one step.
  const file = force ? wanted : saved.value.file
  if (file !== saved.value.file) {
    const replaced = await rename(join(folder, saved.value.file), join(folder, file)).then(ok, () =>
      fail('storage-failed', { message: `${file} could not be replaced.`, hint: `It is ${saved.value.file} now.` }),
    )
    if (!replaced.ok) return replaced
  }
  return ok({ words: `Saved as ${file} (${bytes} bytes).\n`, json: { file, bytes } })
}

/** A file of this computer, read whole. */
async function readLocal(file: string): Promise<Result<Uint8Array>> {
  const unread = { message: 'That file could not be read.', hint: 'Check its name, and that you may read it.' }
  try {
    const found = await stat(file)
    // A pipe or a device may never end, and tells no size.
    if (!found.isFile()) return fail('invalid-request', { ...unread, message: 'That is not an ordinary file.' })
    if (found.size > maxSentBytes) return fail('file-too-large', { hint: 'Send it with the app, or by SFTP.' })
    return ok(await readFile(file))
  } catch {
    return fail('invalid-request', unread)
  }
}

type Put = { readonly path: FilePath; readonly file: string; readonly force: boolean }

async function put({ files }: Run, { path, file, force }: Put): Promise<Result<Said>> {
  const content = await readLocal(file)
  if (!content.ok) return content
  const known = await entryAt(files, path)
  if (!known.ok) return known
  const entry = known.value
  if (entry !== null && !(force && entry.isFile)) {
    const taken = alreadyThere(entry.name)
    return taken.ok || !entry.isFile ? taken : fail({ ...taken.error, hint: hintOfForce })
  }
  const written = await writeBytes(files, { path, seen: entry && stampOf(entry), content: content.value }, null)
  if (!written.ok) return written
  const bytes = content.value.byteLength
  if (written.value.kind !== 'written') {
    return fail('file-exists', {
      message: 'The file was changed meanwhile, so nothing was written.',
      hint: hintOfForce,
    })
  }
  return ok({ words: `Sent ${bytes} bytes to ${safeText(path)}.\n`, json: { path, bytes } })
}

const otherName = {
  message: 'That is not the name of this file or folder, so nothing was deleted.',
  hint: 'Give the last part of its path with --yes.',
}

type Confirmed = { readonly path: FilePath; readonly yes: string }

async function removeOne({ files }: Run, { path, yes }: Confirmed): Promise<Result<Said>> {
  const name = nameOf(path)
  if (name === null || !isNameTyped(yes, name)) return fail('invalid-request', otherName)
  const removed = await remove(files, folderOf(path), [name])
  if (!removed.ok) return removed
  if (removed.value.left.length > 0) return fail('file-denied', { message: 'It is still there.' })
  return ok({ words: `${safeText(path)} was deleted.\n`, json: { path } })
}

/** Runs a command on the files of a server; no name in its JSON is acted on by a terminal. */
const onFiles =
  <V>(work: (run: Run, values: V) => Promise<Result<Said>>) =>
  async (session: Session, tools: ServerTools, values: V): Promise<Outcome> => {
    const files = serverFiles(tools.client, tools.identifier, session.call)
    const done = await work({ session, tools, files }, values)
    if (!done.ok) return done.error.code === 'file-is-folder' ? fail({ ...done.error, hint: lsHint }) : done
    const { words, json } = done.value
    session.stdout.write(session.options.json ? escaped(formatJson(json)) : words)
    return exitCodes.done
  }

/** A path as it was typed: with or without a slash before and after it. */
function parsePath(typed: string | undefined): Result<FilePath> {
  const path = `/${(typed ?? '').replace(/^\//, '').replace(/\/$/, '')}`
  return isFilePath(path) ? ok(path) : misuse('That is not a path on a server. It can’t have .. in it.')
}

/** A path of the command, where the root will not do. */
const pathFor = (command: string) =>
  argument('PATH', (typed) => {
    const path = parsePath(typed)
    return path.ok && nameOf(path.value) === null ? misuse(`${command} needs a path on the server.`) : path
  })

const forceOption = flag('replace a file that is there')

export const filesCommands = [
  serverCommand({
    name: 'files ls',
    help: 'what is in a folder of a server',
    args: { server, path: argument('[PATH]', parsePath) },
    permission: areaNeeds.files.view,
    run: onFiles(list),
  }),
  serverCommand({
    name: 'files cat',
    help: 'print a text file as UTF-8, without what a terminal would act on',
    args: { server, path: pathFor('files cat') },
    permission: areaNeeds.files.view,
    run: onFiles(print),
  }),
  serverCommand({
    name: 'files get',
    help: 'download a file',
    args: { server, path: pathFor('files get') },
    options: {
      to: option('FOLDER', 'folder to save it to (the current one)', (typed = '.') =>
        typed === '' ? misuse('--to needs a folder.') : ok(typed),
      ),
      force: forceOption,
    },
    permission: areaNeeds.files.view,
    run: onFiles(get),
  }),
  serverCommand({
    name: 'files put',
    help: 'send a file of this computer to a path on a server',
    args: { server, file: argument('FILE', (typed) => (typed ? ok(typed) : null)), path: pathFor('files put') },
    options: { force: forceOption },
    permission: areaNeeds.files.change,
    run: onFiles(put),
  }),
  serverCommand({
    name: 'files rm',
    help: 'delete a file, or a folder with all in it, for good',
    args: { server, path: pathFor('files rm') },
    options: {
      yes: option(
        'NAME',
        'the name of the file or folder, as the yes',
        required('files rm needs --yes with the name of the file or folder.'),
      ),
    },
    permission: areaNeeds.files.change,
    run: onFiles(removeOne),
  }),
]
