import { join } from 'node:path'
import type { NativeImage } from 'electron'
import { nativeImage, nativeTheme } from 'electron'
import { getOrMake } from '../../shared/tables.ts'
import type { TrayReading } from './reading.ts'
import { isTaskbarDark } from './taskbar-theme.ts'

/**
 * The file of a reading. Windows takes the picture that fits its display from an `.ico`, and of a PNG the smallest
 * scale alone; Linux panels show 22 points. macOS colours what is called a template.
 */
function trayIconFile(reading: TrayReading, platform: NodeJS.Platform, isDark: boolean): string {
  if (platform === 'darwin') return `${reading}Template.png`
  const tone = isDark ? 'dark' : 'light'
  return platform === 'win32' ? `${reading}-${tone}.ico` : `${reading}-${tone}-22.png`
}

type Surroundings = {
  readonly platform: NodeJS.Platform
  /** As `isTaskbarDark` takes it. */
  readonly desktop: string | undefined
  /** Whether the system's own colours are dark, whatever was chosen for our windows. */
  readonly isSystemDark: () => boolean
}

/** The tray icons under `folder`, each read once. */
export function loadTrayIcons(folder: string, { platform, desktop, isSystemDark }: Surroundings) {
  const images = new Map<string, NativeImage>()
  const isDark = () =>
    isTaskbarDark({
      platform,
      desktop,
      areAppsDark: isSystemDark(),
      isTaskBarDark: platform === 'win32' && nativeTheme.shouldUseDarkColorsForSystemIntegratedUI,
    })
  return {
    /** The icon of a reading, in the colours of the panel that it now stands on. */
    image(reading: TrayReading): NativeImage {
      const file = trayIconFile(reading, platform, isDark())
      return getOrMake(images, file, () => nativeImage.createFromPath(join(folder, file)))
    },
    /** Calls `listener` when the panel turns light or dark; returns the function that ends it. */
    onThemeChange(listener: () => void): () => void {
      nativeTheme.on('updated', listener)
      return () => void nativeTheme.off('updated', listener)
    },
  }
}

export type TrayIcons = ReturnType<typeof loadTrayIcons>
