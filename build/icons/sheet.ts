import { type TrayImage, trayIcos, trayImages, trayReadings } from './set.ts'

/** Backgrounds for the icons. macOS paints a template black or white to suit its menu bar. */
export const panels = {
  light: ['#ffffff', '#dfe3e8'],
  dark: ['#000000', '#3b4148'],
} as const

type Block = { readonly title: string; readonly ground: string; readonly isInverted: boolean; readonly variant: string }

const blocks: readonly Block[] = (['light', 'dark'] as const).flatMap((tone) => [
  ...[
    { system: 'Windows', variant: `-${tone}.ico` },
    { system: 'Linux', variant: `-${tone}-22` },
  ].flatMap(({ system, variant }) =>
    panels[tone].map((ground) => ({ title: `${system}, ${tone} panel ${ground}`, ground, isInverted: false, variant })),
  ),
  {
    title: `macOS template, ${tone} menu bar`,
    ground: tone === 'light' ? '#e8e8ea' : '#2b2b2e',
    isInverted: tone === 'dark',
    variant: 'Template',
  },
])

const all = [...trayImages, ...trayIcos.flatMap(({ images }) => images)]

/** Approximate width of a magnified picture, in pixels. */
const magnified = 96

const isOf = (block: Block, reading: string) => (image: TrayImage) => image.file.startsWith(reading + block.variant)

/**
 * A page with every tray icon on the backgrounds where it may be shown, in its real size and magnified: one row for
 * each state, one column for each size.
 * @param source the address of an image file; `#16` behind a Windows icon names the picture in it
 */
export function traySheet(source: (file: string) => string): string {
  const picture = (file: string, size: number) => `<img src="${source(file)}" width="${size}" height="${size}" alt="">`
  const cell = ({ file, pixels }: TrayImage) =>
    `<td>${picture(file, pixels)}${picture(file, Math.round(magnified / pixels) * pixels)}</td>`
  const drawn = blocks.map((block) => {
    const rows = trayReadings.map((reading) => `<tr>${all.filter(isOf(block, reading)).map(cell).join('')}</tr>`)
    const look = `background:${block.ground}${block.isInverted ? ';--filter:invert(1)' : ''}`
    return `<figure><figcaption>${block.title}: ${trayReadings.join(', ')}</figcaption><table style="${look}">${rows.join('')}</table></figure>`
  })
  return `<style>
    body { display: grid; grid: repeat(${blocks.length / 2}, max-content) / auto-flow max-content; gap: 16px; width: max-content; margin: 16px;
      background: #8a8f96; font: 13px sans-serif }
    figure { margin: 0 }
    figcaption { padding: 4px 0 }
    td { padding: 6px 10px }
    img { image-rendering: pixelated; filter: var(--filter); vertical-align: middle; margin-right: 6px }
  </style>${drawn.join('')}`
}
