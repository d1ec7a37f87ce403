import { createHash } from 'node:crypto'
import { passwordCopiedMs } from '../../shared/databases/databases.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { withTimeout } from '../lib/time-limit.ts'

/** The system's clipboard. */
export type SystemClipboard = {
  readText(): Promise<string>
  /** Puts one thing into the clipboard, in several forms by their MIME types. Rejects where the system refuses it. */
  write(forms: Readonly<Record<string, string | Blob>>): Promise<void>
  clear(): void
}

/** A form that has a name of the system's (Electron's documentation, `clipboard`, custom formats). */
const ownForm = (name: string) => `electron application/osclipboard;format="${name}"`
/** A number as Windows keeps it: four bytes, the lowest first. */
const windowsNumber = (value: number) => new Blob([new Uint8Array([value, 0, 0, 0])])

/**
 * Asks programs that keep a history of the clipboard to leave this out. These are only requests; a program that ignores
 * them still keeps the text, so nothing of it is promised to the person. Windows: *Clipboard formats*, cloud clipboard
 * and history; macOS: nspasteboard.org; Linux: KDE's Klipper.
 */
export function concealingForms(platform: string): Readonly<Record<string, string | Blob>> {
  if (platform === 'win32') {
    return {
      [ownForm('ExcludeClipboardContentFromMonitorProcessing')]: windowsNumber(1),
      [ownForm('CanIncludeInClipboardHistory')]: windowsNumber(0),
      [ownForm('CanUploadToCloudClipboard')]: windowsNumber(0),
    }
  }
  if (platform === 'darwin') return { [ownForm('org.nspasteboard.ConcealedType')]: 'concealed' }
  return { [ownForm('x-kde-passwordManagerHint')]: 'secret' }
}

type Deps = {
  readonly clipboard: SystemClipboard
  readonly clock: Pick<Clock, 'after'>
  readonly platform: string
  /** Told that the clipboard could not be looked at, without what is in it. */
  readonly onFailure: () => void
}

/** For how long the app's end waits for a clipboard that does not answer, in milliseconds. */
const patienceMs = 1_000

/** Remembered in place of the secret: what is compared needs no more. */
const markOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Puts secrets into the clipboard, and takes the last one out after a minute, or at the app's end, where nothing else was
 * copied meanwhile.
 */
export function createCopiedSecret({ clipboard, clock, platform, onFailure }: Deps) {
  let held: string | null = null
  let isEnding = false
  let cancel = () => {}
  /** The copy that was begun last, to its end. */
  let underWay: Promise<unknown> = Promise.resolve()

  function wait(): void {
    cancel()
    if (!isEnding) cancel = clock.after(passwordCopiedMs, () => void takeOut())
  }

  async function takeOut(): Promise<void> {
    const mark = held
    if (mark === null) return
    try {
      const isThere = markOf(await clipboard.readText()) === mark
      // Another one may have been copied while this one was looked for.
      if (held !== mark) return
      if (isThere) clipboard.clear()
      held = null
    } catch {
      onFailure()
      wait()
    }
  }

  /** Text with the marks, or without where the system takes none of them. */
  async function put(text: string): Promise<void> {
    const forms = { 'text/plain': text }
    try {
      await clipboard.write({ ...forms, ...concealingForms(platform) })
    } catch {
      await clipboard.write(forms)
    }
  }

  async function copy(secret: string): Promise<Result<void>> {
    const before = held
    const mark = markOf(secret)
    try {
      // Before it is there, so that an end in between takes it out as well.
      held = mark
      await put(secret)
    } catch {
      held = before
      return fail('clipboard-failed')
    }
    // A look that came before the text was there found something else, and forgot this one.
    held = mark
    if (isEnding) await takeOut()
    else wait()
    return ok()
  }

  return {
    /** Error: `clipboard-failed`. */
    copy(secret: string): Promise<Result<void>> {
      const copied = copy(secret)
      underWay = Promise.all([underWay, copied])
      return copied
    },
    /** Takes a secret out that is still there, or on its way there. */
    async dispose(): Promise<void> {
      isEnding = true
      cancel()
      await withTimeout(clock, patienceMs, underWay.then(takeOut))
    },
  }
}
