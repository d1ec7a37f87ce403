type Environment = Readonly<Record<string, string | undefined>>

/**
 * The AppImage that this process runs from; null where it runs from none. Its launcher names itself and the place it is
 * mounted at in the environment, which programs started from another AppImage inherit: it counts only where this
 * program lies in there.
 * @param execPath the running program, absolute
 */
export function appImageOf({ APPIMAGE, APPDIR }: Environment, execPath: string): string | null {
  if (!APPIMAGE?.startsWith('/') || !APPDIR?.startsWith('/')) return null
  return execPath.startsWith(`${APPDIR.replace(/\/+$/, '')}/`) ? APPIMAGE : null
}
