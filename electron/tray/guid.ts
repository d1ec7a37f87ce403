import { createHash } from 'node:crypto'

/**
 * By what Windows and macOS know the icon again, and keep its place for it: a UUID of the program's path and the
 * profile. Windows binds it to the path of a program that is not signed, and shows no icon that comes with it from
 * another path or a second time at once. Source: Electron's `docs/api/tray.md`.
 */
export function trayGuid(program: string, profile: string): string {
  const hex = createHash('sha256').update(`${program}\n${profile}`).digest('hex')
  // Version 8: an identifier of one's own making (RFC 9562).
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hex) ?? []
  return `${a}-${b}-8${c}-8${d}-${e}`
}
