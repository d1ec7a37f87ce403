import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, ok, type Result } from '../../shared/result.ts'
import { appImageOf } from '../lib/app-image.ts'
import { appId, configFolder } from '../lib/profile.ts'
import { describeFailure, type Logger } from '../log/logger.ts'
import { type AutostartEntry, autostartEntry, readAutostartEntry, withProgram } from './autostart-entry.ts'
import type { StartAtLogin } from './start-at-login.ts'

type Deps = { env: NodeJS.ProcessEnv; execPath: string; log: Logger }

/** Start at login on Linux: an entry in the person's autostart folder, which desktops show in their own settings too. */
export function createAutostartFile({ env, execPath, log }: Deps): StartAtLogin {
  const file = join(configFolder(env, 'linux'), 'autostart', `${appId}.desktop`)
  const program = appImageOf(env, execPath) ?? execPath

  function text(): string | null {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      // There is none, or none that a desktop could read either.
      return null
    }
  }

  const entry = (): AutostartEntry => readAutostartEntry(text() ?? '')

  function change(what: string, act: () => void): Result<void> {
    try {
      act()
      return ok()
    } catch (failure) {
      log.warn(`the autostart entry could not be ${what}`, { failure: describeFailure(failure) })
      return fail('start-at-login-failed')
    }
  }

  return {
    read: () => (entry().isOn ? 'on' : 'off'),
    set(on) {
      if (!on) return change('removed', () => rmSync(file, { force: true }))
      return change('written', () => {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, autostartEntry(program))
      })
    },
    keepRight() {
      const now = entry()
      if (!now.isOn || now.program === program) return
      change('brought up to date', () => writeFileSync(file, withProgram(text() ?? '', program)))
    },
  }
}
