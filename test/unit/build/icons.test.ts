import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { decode } from 'fast-png'
import { describe, expect, test } from 'vitest'
import { decodeIco, encodeIco } from '../../../build/icons/ico.ts'
import { colours, icoSizes, linuxAppSizes, trayIcos, trayImages, trayReadings } from '../../../build/icons/set.ts'

const folder = fileURLToPath(new URL('../../../build/icons/', import.meta.url))

/** The bytes of a file; `#16` behind a Windows icon names the picture in it. */
function bytesOf(path: string): Uint8Array {
  const [file, pixels] = path.split('#')
  const data = readFileSync(`${folder}${file}`)
  if (pixels === undefined) return data
  const found = decodeIco(data).find((picture) => picture.pixels === Number(pixels))
  if (found === undefined) throw new Error(`${file} has no picture of ${pixels} pixels`)
  return found.png
}

function image(path: string) {
  const png = decode(bytesOf(path))
  expect([png.channels, png.depth]).toEqual([4, 8])
  return png
}

/** The alpha of every pixel, 0 to 255. */
function alpha(path: string): number[] {
  const { data, channels } = image(path)
  return Array.from({ length: data.length / channels }, (_, pixel) => data[pixel * channels + channels - 1] ?? 0)
}

test('every listed tray image is there in its size, and no other', () => {
  expect(readdirSync(`${folder}tray`).sort()).toEqual([...trayImages, ...trayIcos].map(({ file }) => file).sort())
  for (const { file, pixels } of [...trayImages, ...trayIcos.flatMap(({ images }) => images)]) {
    const { width, height } = image(`tray/${file}`)
    expect([file, width, height]).toEqual([file, pixels, pixels])
  }
})

test.each(trayIcos)('$file has a picture for each scale of a Windows display, and no more', ({ file }) => {
  expect(decodeIco(readFileSync(`${folder}tray/${file}`)).map(({ pixels }) => pixels)).toEqual(icoSizes)
})

test('a Windows icon is laid out as the system reads it', () => {
  const [small, large] = [Buffer.from('small'), Buffer.from('a larger one')]
  const file = encodeIco([
    { pixels: 16, png: small },
    { pixels: 256, png: large },
  ])
  // ICONDIR: reserved, type 1, two pictures. ICONDIRENTRY: sides, colours, reserved, planes, bits, length, offset.
  expect(file.toString('hex')).toBe(
    `000001000200${'101000000100200005000000'}26000000${'00000000010020000c000000'}2b000000${Buffer.concat([small, large]).toString('hex')}`,
  )
  expect(decodeIco(file)).toEqual([
    { pixels: 16, png: small },
    { pixels: 256, png: large },
  ])
})

test.each([[''], ['89504e470d0a1a0a'], ['0000020001001010']])('what is no icon has no pictures: %s', (hex) => {
  expect(decodeIco(Buffer.from(hex, 'hex'))).toEqual([])
})

test('the app icon is there in the sizes that the installers want', () => {
  const sizes = linuxAppSizes.map((size) => [`linux/${size}x${size}.png`, size] as const)
  for (const [file, size] of [...sizes, ['app.png', 1024] as const, ['app-mac.png', 1024] as const]) {
    expect([file, image(file).width, image(file).height]).toEqual([file, size, size])
  }
})

describe.each(['Template.png', '-light.ico#16', '-dark.ico#16', '-light-22.png', '-dark-22.png'])(
  'the readings of %s',
  (variant) => {
    const pairs = trayReadings.flatMap((a, index) => trayReadings.slice(index + 1).map((b) => [a, b] as const))

    test.each(pairs)('%s and %s differ in shape, not only in colour', (a, b) => {
      const other = alpha(`tray/${b}${variant}`)
      const shapes = alpha(`tray/${a}${variant}`)
      const different = shapes.filter((value, pixel) => Math.abs(value - (other[pixel] ?? 0)) > 128).length
      // A badge takes about a quarter of the picture; a twentieth of all pixels must clearly differ.
      expect(different).toBeGreaterThan(shapes.length / 20)
    })
  },
)

test('a macOS template is black, so that the system colours it', () => {
  for (const { file } of trayImages.filter((one) => one.file.includes('Template'))) {
    const { data } = image(`tray/${file}`)
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] !== 0) expect([file, data[at], data[at + 1], data[at + 2]]).toEqual([file, 0, 0, 0])
    }
  }
})

/** The contrast of two colours `#rrggbb`, 1 to 21, as WCAG defines it. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const linear = (at: number) => {
      const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    }
    return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5)
  }
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** Panels and menu bars that the icons stand on. */
const panels = { light: ['#ffffff', '#dfe3e8'], dark: ['#000000', '#3b4148'] } as const

test.each(['light', 'dark'] as const)('bars and badges stand out from every %s panel', (tone) => {
  const { glyph, badge } = colours[tone]
  for (const ground of panels[tone]) {
    for (const colour of [glyph, ...Object.values(badge)]) {
      // 3:1 is what WCAG asks of graphics; 4:1 leaves room for thin lines.
      expect([ground, colour, contrast(colour, ground)]).toEqual([ground, colour, expect.toSatisfy((n) => n >= 4)])
    }
  }
})
