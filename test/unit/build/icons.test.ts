import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { decode } from 'fast-png'
import { describe, expect, test } from 'vitest'
import { linuxAppSizes, trayImages, trayReadings } from '../../../build/icons/set.ts'

const folder = fileURLToPath(new URL('../../../build/icons/', import.meta.url))

function image(path: string) {
  const png = decode(readFileSync(folder + path))
  expect([png.channels, png.depth]).toEqual([4, 8])
  return png
}

/** The alpha of every pixel, 0 to 255. */
function alpha(path: string): number[] {
  const { data, channels } = image(path)
  return Array.from({ length: data.length / channels }, (_, pixel) => data[pixel * channels + channels - 1] ?? 0)
}

test('every listed tray image is there in its size, and no other', () => {
  expect(readdirSync(`${folder}tray`).sort()).toEqual(trayImages.map((one) => one.file).sort())
  for (const { file, pixels } of trayImages) {
    const { width, height } = image(`tray/${file}`)
    expect([file, width, height]).toEqual([file, pixels, pixels])
  }
})

test('the app icon is there in the sizes that the installers want', () => {
  const sizes = linuxAppSizes.map((size) => [`linux/${size}x${size}.png`, size] as const)
  for (const [file, size] of [...sizes, ['app.png', 1024] as const, ['app-mac.png', 1024] as const]) {
    expect([file, image(file).width, image(file).height]).toEqual([file, size, size])
  }
})

describe.each(['Template', '-light-16', '-dark-16', '-light-22', '-dark-22'])('the readings of %s', (variant) => {
  const pairs = trayReadings.flatMap((a, index) => trayReadings.slice(index + 1).map((b) => [a, b] as const))

  test.each(pairs)('%s and %s differ in shape, not only in colour', (a, b) => {
    const other = alpha(`tray/${b}${variant}.png`)
    const shapes = alpha(`tray/${a}${variant}.png`)
    const different = shapes.filter((value, pixel) => Math.abs(value - (other[pixel] ?? 0)) > 128).length
    // A badge takes about a quarter of the picture; a twentieth of all pixels must clearly differ.
    expect(different).toBeGreaterThan(shapes.length / 20)
  })
})

test('a macOS template is black, so that the system colours it', () => {
  for (const { file } of trayImages.filter((one) => one.file.includes('Template'))) {
    const { data } = image(`tray/${file}`)
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] !== 0) expect([file, data[at], data[at + 1], data[at + 2]]).toEqual([file, 0, 0, 0])
    }
  }
})
