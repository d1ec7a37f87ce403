import { join } from 'node:path'
import type { NativeImage } from 'electron'
import { nativeImage, nativeTheme } from 'electron'
import type { TrayReading } from './reading.ts'
import { isTaskbarDark } from './taskbar-theme.ts'

export type TrayIcons = {
  /** The icon of a reading, in the colours of the panel that it now stands on. */
  image(reading: TrayReading): NativeImage
  /** Calls `listener` when the panel turns light or dark; returns the function that ends it. */
  onThemeChange(listener: () => void): () => void
}

/** The icon file of a reading: 16 points on Windows, 22 on Linux. Electron picks the scale. */
function trayIconFile(reading: TrayReading, platform: NodeJS.Platform, isDark: boolean): string {
  if (platform === 'darwin') return `${reading}Template.png`
  const size = platform === 'win32' ? 16 : 22
  return `${reading}-${isDark ? 'dark' : 'light'}-${size}.png`
}

/** The tray icons under `folder`, each read once. @param desktop as `isTaskbarDark` takes it */
export function loadTrayIcons(folder: string, platform: NodeJS.Platform, desktop: string | undefined): TrayIcons {
  const images = new Map<string, NativeImage>()
  const isDark = () =>
    isTaskbarDark({
      platform,
      desktop,
      areAppsDark: nativeTheme.shouldUseDarkColors,
      isTaskBarDark: platform === 'win32' && nativeTheme.shouldUseDarkColorsForSystemIntegratedUI,
    })
  return {
    image(reading) {
      const file = trayIconFile(reading, platform, isDark())
      const known = images.get(file)
      if (known !== undefined) return known
      const image = nativeImage.createFromPath(join(folder, file))
      images.set(file, image)
      return image
    },
    onThemeChange(listener) {
      nativeTheme.on('updated', listener)
      return () => void nativeTheme.off('updated', listener)
    },
  }
}
