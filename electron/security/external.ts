import { shell } from 'electron'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import { openAsText } from '../files/text-program.ts'
import { reachOf } from '../network/hosts.ts'

/** Opens a web page in the person's browser: over https, or over http where a panel may use it too. */
export async function openExternal(address: string): Promise<Result<void>> {
  const url = URL.parse(address)
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && reachOf(url.hostname) !== 'public')
  if (url === null || !isAllowed) return fail('invalid-address')
  await shell.openExternal(url.href)
  return ok()
}

/** Opens a folder of the app in the system's file manager. */
export async function openFolder(path: string): Promise<Result<void>> {
  // Electron answers with what went wrong, in the system's words.
  const failure = await shell.openPath(path)
  if (failure === '') return ok()
  return fail('internal', { message: 'The folder could not be opened.', hint: 'Copy its path and open it yourself.' })
}

/**
 * Opens a text in the person's program for it. The system may run what it opens: the name is to say that it is a text, and
 * on Linux, where some desktops choose by the content, its program for texts is named.
 */
export async function openFile(path: string): Promise<Result<void>> {
  if (process.platform === 'linux') return openAsText(path)
  const failure = await shell.openPath(path)
  return failure === '' ? ok() : fail('editor-not-opened')
}

/**
 * Opens an SFTP address in the person's program for it: a user, a machine and a port, nothing more. Linux does not tell
 * where no program took it. Errors: `invalid-address`, `sftp-not-opened`.
 */
export async function openSftp(address: string): Promise<Result<void>> {
  const url = URL.parse(address)
  const rest = `${url?.pathname}${url?.search}${url?.hash}`
  if (url?.protocol !== 'sftp:' || url.hostname === '' || url.password !== '' || rest !== '')
    return fail('invalid-address')
  return shell.openExternal(url.href).then(
    () => ok(),
    () => fail('sftp-not-opened'),
  )
}

/**
 * Opens a web address from a server's console, once the person agreed to the host that the browser will contact. One
 * with a user name or password only looks as if it led elsewhere, and is refused.
 * @param ask shows the address as it will be opened
 */
export async function openLink(address: string, ask: (url: URL) => Promise<boolean>): Promise<Result<void>> {
  const url = URL.parse(address)
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return fail('invalid-address')
  if (url.username !== '' || url.password !== '') {
    return fail('invalid-address', {
      message: `This address hides where it leads, to ${url.host}, so it was not opened.`,
      hint: 'If you know that page, type its address into your browser.',
    })
  }
  if (await ask(url)) await shell.openExternal(url.href)
  return ok()
}
