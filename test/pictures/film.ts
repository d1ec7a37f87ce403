import { decode } from 'fast-png'
import { encode } from 'modern-gif'

/** One picture of a film, as PNG, and how long it stays, in milliseconds. */
export type Frame = { readonly png: Uint8Array; readonly ms: number }

function pixelsOf(png: Uint8Array): { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> } {
  const { width, height, data, channels } = decode(png)
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) rgba[pixel * 4 + channel] = data[pixel * channels + channel] ?? 0
  }
  return { width, height, data: rgba }
}

/** The frames, all of one size and opaque, as an animated GIF that begins anew at its end. */
export async function encodeFilm(frames: readonly Frame[]): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = frames.map(({ png, ms }) => ({ ...pixelsOf(png), delay: ms }))
  const [first] = drawn
  if (first === undefined) throw new Error('a film needs a frame')
  return new Uint8Array(await encode({ width: first.width, height: first.height, maxColors: 255, frames: drawn }))
}
