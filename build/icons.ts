/**
 * Draws the PNGs of build/icons/ from its two SVG files. Run by hand after a change to a drawing
 * (`node build/icons.ts`); the PNGs are kept in git, so that building the app needs no browser.
 * `node build/icons.ts --sheet` draws nothing anew: it puts all tray icons on one sheet, out/tray-icons.png.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'
import { type Page, chromium as playwright } from 'playwright-core'
import { linuxAppSizes, type TrayImage, trayImages } from './icons/set.ts'
import { traySheet } from './icons/sheet.ts'

const folder = fileURLToPath(new URL('./icons/', import.meta.url))
const sheet = fileURLToPath(new URL('../out/tray-icons.png', import.meta.url))

/** The part of app.svg for other systems than macOS: the plate with a thin margin. */
const cropped = '84 84 856 856'

async function screenshot(page: Page, path: string, markup: string, pixels: number): Promise<void> {
  await page.setViewportSize({ width: pixels, height: pixels })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${pixels}px;height:${pixels}px}</style>${markup}`)
  await mkdir(dirname(folder + path), { recursive: true })
  await writeFile(folder + path, await page.screenshot({ omitBackground: true }))
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
  await screenshot(page, 'app-mac.png', app, 1024)
  await screenshot(page, 'app.png', appCropped, 1024)
  for (const size of linuxAppSizes) {
    // At the smallest sizes the bars' lines are thickened to more than a pixel.
    const bold = size <= 24 ? '<style>g{stroke-width:76}</style>' : ''
    await screenshot(page, `linux/${size}x${size}.png`, bold + appCropped, size)
  }
  for (const image of trayImages) await screenshot(page, `tray/${image.file}`, drawTray(tray, image), image.pixels)
}

async function drawSheet(page: Page): Promise<void> {
  const files = await Promise.all(
    trayImages.map(async ({ file }) => [file, await readFile(`${folder}tray/${file}`, 'base64')] as const),
  )
  const data = new Map(files)
  await page.setContent(traySheet((file) => `data:image/png;base64,${data.get(file) ?? ''}`))
  await mkdir(dirname(sheet), { recursive: true })
  await writeFile(sheet, await page.screenshot({ fullPage: true }))
  console.log(sheet)
}

const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu', '--no-zygote'],
})
try {
  const page = await browser.newPage()
  await (process.argv.includes('--sheet') ? drawSheet(page) : drawAll(page))
} finally {
  await browser.close()
}
