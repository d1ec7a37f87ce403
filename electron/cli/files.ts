import { readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileEntry, folderOf, nameOf, stampOf } from '../../shared/model/file.ts'
import { safeLine, safeText } from '../../shared/model/text.ts'
import { isNameTyped } from '../../shared/model/typed-name.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { remove } from '../files/changes.ts'
import { alreadyThere, entryAt, fileAt, listAt, type Place } from '../files/place.ts'
import { readText } from '../files/read.ts'
import { writeBytes } from '../files/write.ts'
import type { Fetch } from '../panel/transport.ts'
import { download } from '../transfers/download.ts'
import { localName } from '../transfers/local-name.ts'
import type { Target } from './action.ts'
import type { FilesCommand } from './files-args.ts'
import { kindOf, noFolder } from './folder.ts'
import { type ExitCode, exitCodes, formatJson, formatTable } from './format.ts'
import { patientCall, report, type Session } from './session.ts'

type Of<A extends FilesCommand['action']> = Extract<FilesCommand, { action: A }>

type Deps = {
  /** The way to the machines of the panel. */
  readonly fetch: Fetch
  readonly userAgent: string
}

type Run = {
  readonly session: Session
  readonly target: Target
  readonly place: Place
  readonly deps: Deps
}

/** What a command says at its end, in words and as JSON. */
type Said = { readonly words: string; readonly json: unknown }

/** Maximum size of a file that is sent, in bytes: it is held in memory, and panels commonly take 100 MB. */
const maxSentBytes = 64 * 1024 * 1024

/** JSON in which each character of a name is told, but none of those that a terminal acts on stands as it is. */
const escaped = (json: string) =>
  json.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n'
      ? character
      : Array.from(
          { length: character.length },
          (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
        ).join(''),
  )

const timeOf = ({ modifiedAt }: FileEntry) => (modifiedAt === null ? null : new Date(modifiedAt).toISOString())

async function list({ place }: Run, { path }: Of<'ls' | 'cat'>): Promise<Result<Said>> {
  const list = await listAt(place, path)
  if (!list.ok) return list
  const { entries, leftOut } = list.value
  const cells = entries.map((entry) => [
    entry.mode,
    entry.isFile && entry.size !== null ? String(entry.size) : '–',
    timeOf(entry) ?? '–',
    entry.isFile ? entry.name : `${entry.name}/`,
  ])
  const missing = leftOut === 0 ? '' : `${leftOut} more could not be listed.\n`
  return ok({
    words: formatTable(['MODE', 'BYTES', 'CHANGED', 'NAME'], cells, 'Nothing is in this folder.\n') + missing,
    json: entries.map((entry) => ({ ...entry, modifiedAt: timeOf(entry) })),
  })
}

async function print({ session, target, place, deps }: Run, { path }: Of<'ls' | 'cat'>): Promise<Result<Said>> {
  const converts = async () => {
    const facts = await target.access.client.readServer(place.identifier, place.options)
    return facts.ok && facts.value.convertsText
  }
  const read = await readText(place, { clock: session.clock, ...deps }, path, converts)
  if (!read.ok) return read
  const reading = read.value
  if (reading.kind !== 'text') {
    const code = reading.kind === 'binary' ? 'file-no-text' : 'file-too-large'
    return fail(code, { hint: 'Run files get to download it.' })
  }
  const { text, format, isConverted } = reading
  return ok({ words: text.split('\n').map(safeLine).join('\n'), json: { text, ...format, isConverted } })
}

const force = 'Run it again with --force to replace it.'

async function get({ session, place, deps }: Run, command: Of<'get'>): Promise<Result<Said>> {
  const { path, folder, isForced } = command
  if ((await kindOf(folder)) !== 'folder') return fail('invalid-request', noFolder)
  const entry = await fileAt(place, path)
  if (!entry.ok) return entry
  const wanted = localName(entry.value.name)
  const there = await kindOf(join(folder, wanted))
  if (there !== null && !(isForced && there === 'file')) {
    const hint = there === 'file' ? force : 'Save it to another folder.'
    return fail('file-exists', { message: `There is ${wanted} in that folder already.`, hint })
  }
  const { clock, stopped } = session
  let bytes = 0
  const saved = await download({
    clock,
    ...deps,
    link: () => place.files.downloadLink(place.identifier, path, place.options),
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
  const file = isForced ? wanted : saved.value.file
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

async function put({ place }: Run, { path, file, isForced }: Of<'put'>): Promise<Result<Said>> {
  const content = await readLocal(file)
  if (!content.ok) return content
  const known = await entryAt(place, path)
  if (!known.ok) return known
  const entry = known.value
  if (entry !== null && !(isForced && entry.isFile)) {
    const taken = alreadyThere(entry.name)
    return taken.ok || !entry.isFile ? taken : fail({ ...taken.error, hint: force })
  }
  const written = await writeBytes(place, { path, seen: entry && stampOf(entry), content: content.value }, null)
  if (!written.ok) return written
  const bytes = content.value.byteLength
  if (written.value.kind !== 'written') {
    return fail('file-exists', { message: 'The file was changed meanwhile, so nothing was written.', hint: force })
  }
  return ok({ words: `Sent ${bytes} bytes to ${safeText(path)}.\n`, json: { path, bytes } })
}

const otherName = {
  message: 'That is not the name of this file or folder, so nothing was deleted.',
  hint: 'Give the last part of its path with --yes.',
}

async function removeOne({ place }: Run, { path, typedName }: Of<'rm'>): Promise<Result<Said>> {
  const name = nameOf(path)
  if (name === null || !isNameTyped(typedName, name)) return fail('invalid-request', otherName)
  const removed = await remove(place, folderOf(path), [name])
  if (!removed.ok) return removed
  if (removed.value.left.length > 0) return fail('file-denied', { message: 'It is still there.' })
  return ok({ words: `${safeText(path)} was deleted.\n`, json: { path } })
}

function act(run: Run, command: FilesCommand): Promise<Result<Said>> {
  switch (command.action) {
    case 'ls':
      return list(run, command)
    case 'cat':
      return print(run, command)
    case 'get':
      return get(run, command)
    case 'put':
      return put(run, command)
    case 'rm':
      return removeOne(run, command)
  }
}

/** Runs one command on the files of a server. */
export async function runFiles(session: Session, command: FilesCommand, target: Target, deps: Deps): Promise<ExitCode> {
  const { stdout, stderr, options } = session
  const { identifier } = command
  const place = { files: target.access.client.files, identifier, options: patientCall(session) }
  const done = await act({ session, target, place, deps }, command)
  if (!done.ok) return report(stderr, done.error, options.json)
  stdout.write(options.json ? escaped(formatJson(done.value.json)) : done.value.words)
  return exitCodes.done
}
