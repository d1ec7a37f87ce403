/** What a tray gets to see of an image, on each system. */
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'
import { nativeImage } from './native-image.ts'

afterEach(() => vi.unstubAllGlobals())

const tray = (file: string) => fileURLToPath(new URL(`../../build/icons/tray/${file}`, import.meta.url))

function seenOn(platform: NodeJS.Platform, file: string) {
  vi.stubGlobal('process', Object.create(process, { platform: { value: platform } }))
  const image = nativeImage.createFromPath(tray(file))
  return { pixels: image._trayPixels(), isEmpty: image.isEmpty(), isTemplate: image.isTemplateImage() }
}

it.each([
  ['linux', 'ok-dark-22.png', [22, 33, 44, 66]],
  ['darwin', 'okTemplate.png', [16, 32, 48]],
  // Of a PNG the first scale alone; of an icon every size.
  ['win32', 'ok-dark-22.png', [22]],
  ['win32', 'ok-dark.ico', [16, 20, 24, 32, 48, 64]],
] as const)('on %s %s gives a choice of %j pixels', (platform, file, pixels) => {
  expect(seenOn(platform, file)).toEqual({ pixels, isEmpty: false, isTemplate: file.includes('Template') })
})

it.each(['linux', 'darwin'] as const)('%s reads no Windows icon', (platform) => {
  expect(seenOn(platform, 'ok-dark.ico').isEmpty).toBe(true)
})
