import { createHash } from 'node:crypto'

type Build = { platform: NodeJS.Platform; isSigned: boolean; program: string; profile: string }

/**
 * Null where the icon is to go without one: on Linux, which knows none, and of a Windows build that is not signed, as
 * Electron's `docs/api/tray.md` advises. Windows knows such an icon by the program's path all the same.
 */
export function guidOf({ platform, isSigned, program, profile }: Build): string | null {
  const takesOne = platform === 'darwin' || (platform === 'win32' && isSigned)
  return takesOne ? trayGuid(program, profile) : null
}

/**
 * By what Windows and macOS know the icon again, and keep its place for it: a UUID of the program's path and the
 * profile. Windows binds it to the path of a program that is not signed, and shows no icon that comes with it from
 * another path or a second time at once. Source: Electron's `docs/api/tray.md`.
 */
function trayGuid(program: string, profile: string): string {
  const hex = createHash('sha256').update(`${program}\n${profile}`).digest('hex')
  // Version 8: an identifier of one's own making (RFC 9562).
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hex) ?? []
  return `${a}-${b}-8${c}-8${d}-${e}`
}
