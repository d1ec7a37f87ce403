import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fail, ok, type Result } from '../../shared/result.ts'
import { linkScheme } from '../deep-links/links.ts'
import { appId } from '../lib/profile.ts'
import { readText } from '../lib/read-text.ts'
import { describeFailure, type Logger } from '../log/logger.ts'
import { desktopEntry, readAutostartEntry } from '../start-at-login/autostart.ts'
import type { Ask } from '../windows/questions.ts'

/** The entry of the applications menu, which opens links as well. */
export const menuEntry = (program: string): string =>
  desktopEntry(program, '%u', `Categories=Utility;Network;\nMimeType=x-scheme-handler/${linkScheme};`)

/**
 * By its entry in the applications menu a Linux desktop knows a program: only then links open it (`browser_linux.cc`), and
 * Wayland's portals give it a shortcut. Installers bring one; for an AppImage it is written where a person says yes.
 * @param deps.program what it starts, an absolute path
 * @param deps.onWritten called once the desktop knows the app
 * @returns resolves once the entry is there, or the person does not want it; error: `storage-failed`
 */
export function createMenuEntry(deps: {
  env: NodeJS.ProcessEnv
  program: string
  ask: Ask
  log: Pick<Logger, 'warn'>
  onWritten: () => void
}): (pageId: number) => Promise<Result<void>> {
  const { env, program, ask, log, onWritten } = deps
  const own = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(homedir(), '.local', 'share')
  const folders = [own, ...(env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':')]
  const [file = '', ...others] = folders.map((folder) => join(folder, 'applications', `${appId}.desktop`))

  function write(): Result<void> {
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, menuEntry(program))
    } catch (failure) {
      log.warn('the menu entry could not be written', { failure: describeFailure(failure) })
      return fail('storage-failed', { message: `${file} could not be written.`, hint: 'Check access to its folder.' })
    }
    onWritten()
    return ok()
  }

  // An update may have given the AppImage another name.
  const named = readAutostartEntry(readText(file)).program
  if (named?.startsWith('/') && !existsSync(named)) write()

  return async (pageId) => {
    if ([file, ...others].some((one) => existsSync(one))) return ok()
    const isWanted = await ask({
      message: 'Add Servertray to your applications menu?',
      detail: `Desktops on Wayland give a shortcut only to programs that are in it. The entry is written to ${file}. Links to your servers then open Servertray, too.`,
      yes: 'Add',
      look: 'go',
      about: 'menu-entry',
      pageId,
    })
    return isWanted ? write() : ok()
  }
}
