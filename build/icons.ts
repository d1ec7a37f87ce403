/**
 * Draws the PNGs and Windows icons of build/icons/ from its two SVG files. Run by hand after a change to a drawing
 * (`node build/icons.ts`); what it draws is kept in git, so that building the app needs no browser.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'
import { type Page, chromium as playwright } from 'playwright-core'
import { encodeIco } from './icons/ico.ts'
import { linuxAppSizes, type TrayImage, trayIcos, trayImages } from './icons/set.ts'

const folder = fileURLToPath(new URL('./icons/', import.meta.url))

/** The part of app.svg for other systems than macOS: the plate with a thin margin. */
const cropped = '84 84 856 856'

async function picture(page: Page, markup: string, pixels: number): Promise<Buffer> {
  await page.setViewportSize({ width: pixels, height: pixels })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${pixels}px;height:${pixels}px}</style>${markup}`)
  return page.screenshot({ omitBackground: true })
}

async function write(path: string, data: Buffer): Promise<void> {
  await mkdir(dirname(folder + path), { recursive: true })
  await writeFile(folder + path, data)
}

/** The drawing with one reading's badge and colours, its bars fitted to the pixels of this size. */
function drawTray(svg: string, { reading, colours, pixels }: TrayImage): string {
  const scale = pixels / 16
  const fitted = svg.replace(
    /data-hint="(top|bottom)" x="1" y="\d+" width="14" height="5"/g,
    (_match, edge: string) => {
      const [left, margin, height] = [Math.round(scale), Math.round(2 * scale), Math.round(5 * scale)]
      const y = edge === 'top' ? margin : pixels - margin - height
      return `x="${left / scale}" y="${y / scale}" width="${14 + 2 - (2 * left) / scale}" height="${height / scale}"`
    },
  )
  const style = `[data-reading]:not([data-reading="${reading}"]){display:none}svg{--glyph:${colours.glyph};--badge:${colours.badge[reading]}}`
  return `<style>${style}</style>${fitted}`
}

async function drawAll(page: Page): Promise<void> {
  const app = await readFile(`${folder}app.svg`, 'utf8')
  const tray = await readFile(`${folder}tray.svg`, 'utf8')
  const appCropped = app.replace('viewBox="0 0 1024 1024"', `viewBox="${cropped}"`)
  await rm(`${folder}tray`, { recursive: true, force: true })
  await write('app-mac.png', await picture(page, app, 1024))
  await write('app.png', await picture(page, appCropped, 1024))
  for (const size of linuxAppSizes) {
    // At the smallest sizes the bars' lines are thickened to more than a pixel.
    const bold = size <= 24 ? '<style>g{stroke-width:76}</style>' : ''
    await write(`linux/${size}x${size}.png`, await picture(page, bold + appCropped, size))
  }
  const drawn = (image: TrayImage) => picture(page, drawTray(tray, image), image.pixels)
  for (const image of trayImages) await write(`tray/${image.file}`, await drawn(image))
  for (const { file, images } of trayIcos) {
    const pictures = []
    for (const image of images) pictures.push({ pixels: image.pixels, png: await drawn(image) })
    await write(`tray/${file}`, encodeIco(pictures))
  }
}

const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu', '--no-zygote'],
})
try {
  await drawAll(await browser.newPage())
} finally {
  await browser.close()
}
