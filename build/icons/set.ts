/** The list of icon files: what build/icons.ts draws, what ships, and what the tests expect. */

export const linuxAppSizes = [16, 24, 32, 48, 64, 128, 256, 512]

/** The states of the tray icon, each with a badge of its own shape. */
export const trayReadings = ['ok', 'attention', 'unknown', 'busy'] as const
export type TrayReading = (typeof trayReadings)[number]

type Colours = { readonly glyph: string; readonly badge: Readonly<Record<TrayReading, string>> }

/**
 * A template is black with alpha, and macOS colours it. The others are named after the panel on which they are shown.
 */
export const colours = {
  template: { glyph: '#000', badge: { ok: '#000', attention: '#000', unknown: '#000', busy: '#000' } },
  light: { glyph: '#16191d', badge: { ok: '#17713a', attention: '#b3261e', unknown: '#4d5660', busy: '#8a5a00' } },
  dark: { glyph: '#eceff2', badge: { ok: '#56c47c', attention: '#ff7b72', unknown: '#b3bcc6', busy: '#e0ac4a' } },
} satisfies Record<string, Colours>

export type TrayImage = {
  readonly file: string
  readonly reading: TrayReading
  readonly colours: Colours
  readonly pixels: number
}

/** Linux panels show 22 points at the display's scale, macOS 16. Electron picks the `@…x` file itself. */
const scales = { linux: [1, 1.5, 2, 3], mac: [1, 2, 3] }
const suffix = (factor: number) => (factor === 1 ? '' : `@${factor}x`)

/** The sizes inside a Windows icon: 16 points from 100 % to 400 % of a display's scale. */
export const icoSizes = [16, 20, 24, 32, 48, 64]

const panelTones = ['light', 'dark'] as const

export const trayImages: readonly TrayImage[] = trayReadings.flatMap((reading) => [
  ...scales.mac.map((factor) => ({
    file: `${reading}Template${suffix(factor)}.png`,
    reading,
    colours: colours.template,
    pixels: 16 * factor,
  })),
  ...panelTones.flatMap((panel) =>
    scales.linux.map((factor) => ({
      file: `${reading}-${panel}-22${suffix(factor)}.png`,
      reading,
      colours: colours[panel],
      pixels: 22 * factor,
    })),
  ),
])

/** A Windows icon, and the pictures in it. Of a PNG with several scales Windows' tray would take the smallest alone. */
export type TrayIco = { readonly file: string; readonly images: readonly TrayImage[] }

export const trayIcos: readonly TrayIco[] = trayReadings.flatMap((reading) =>
  panelTones.map((panel) => ({
    file: `${reading}-${panel}.ico`,
    images: icoSizes.map((pixels) => ({
      file: `${reading}-${panel}.ico#${pixels}`,
      reading,
      colours: colours[panel],
      pixels,
    })),
  })),
)
