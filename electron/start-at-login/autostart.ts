import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, ok, type Result } from '../../shared/result.ts'
import { appId, appImageOf, configFolder, hiddenFlag } from '../lib/profile.ts'
import { describeFailure, type Logger } from '../log/logger.ts'
import type { StartAtLogin } from './feature.ts'

/**
 * The autostart entry of Linux desktops, as text. Formats: freedesktop.org's Desktop Entry and Desktop Application
 * Autostart specifications.
 */

/** `program` is null where the entry names none, so that no desktop starts it. */
export type AutostartEntry = { readonly program: string | null; readonly isOn: boolean }

/** A value of a key: every backslash, and what would end the line, is escaped. */
const asValue = (text: string) =>
  text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')

/** An argument of `Exec`, before it is made a value: quoted, and without field codes. */
const asArgument = (text: string) => `"${text.replace(/["`$\\]/g, '\\$&').replace(/%/g, '%%')}"`

function programLines(program: string, argument: string): { Exec: string; TryExec: string } {
  return {
    Exec: `Exec=${asValue(`${asArgument(program)} ${argument}`)}`,
    // An entry whose program has gone, as an AppImage that was deleted, is passed over.
    TryExec: `TryExec=${asValue(program)}`,
  }
}

/**
 * An entry that starts a program.
 * @param program its absolute path
 * @param argument as it stands in `Exec`, where `%u` is a link
 * @param more further lines
 */
export function desktopEntry(program: string, argument: string, more: string): string {
  const { Exec, TryExec } = programLines(program, argument)
  return `[Desktop Entry]
Type=Application
Name=Servertray
Comment=Your game servers in the system tray
${Exec}
${TryExec}
Icon=servertray
Terminal=false
${more}
`
}

/** The entry that starts a program in the tray. @param program its absolute path */
export const autostartEntry = (program: string): string =>
  desktopEntry(program, hiddenFlag, 'StartupNotify=false\nX-GNOME-Autostart-enabled=true')

/** The same entry for another program; whatever else a person or their desktop wrote into it stays. */
export function withProgram(text: string, program: string): string {
  const lines = programLines(program, hiddenFlag)
  return text.replace(/^(Exec|TryExec)[ \t]*=.*$/gm, (_, key: 'Exec' | 'TryExec') => lines[key])
}

const escapes: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' }
const fromValue = (text: string) => text.replace(/\\([sntr\\])/g, (_, code: string) => escapes[code] ?? code)

/** The first argument of an `Exec` line. */
function programOf(exec: string): string | null {
  const line = fromValue(exec).trimStart()
  const quoted = /^"((?:[^"\\]|\\[\s\S])*)"/.exec(line)?.[1]?.replace(/\\([\s\S])/g, '$1')
  const program = (quoted ?? /^\S+/.exec(line)?.[0])?.replace(/%%/g, '%')
  return program || null
}

/** Reads an entry as desktops do: one is turned off by `Hidden`, and by GNOME's and MATE's own key. */
export function readAutostartEntry(text: string): AutostartEntry {
  const keys = new Map<string, string>()
  let group: string | undefined
  for (const line of text.split(/\r?\n/)) {
    group = /^\[(.*)\]\s*$/.exec(line)?.[1] ?? group
    const [, key, value] = /^([A-Za-z0-9-]+)[ \t]*=[ \t]*(.*)$/.exec(line) ?? []
    if (group === 'Desktop Entry' && key !== undefined && value !== undefined) keys.set(key, value)
  }
  const program = programOf(keys.get('Exec') ?? '')
  const is = (key: string, value: string) => keys.get(key)?.trim() === value
  const isOff =
    is('Hidden', 'true') || is('X-GNOME-Autostart-enabled', 'false') || is('X-MATE-Autostart-enabled', 'false')
  return { program, isOn: program !== null && !isOff }
}

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
