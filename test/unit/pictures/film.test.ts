import { encode } from 'fast-png'
import { decode, decodeFrames } from 'modern-gif'
import { expect, it } from 'vitest'
import { encodeFilm } from '../../pictures/film.ts'

/** A picture of 4 by 4 pixels in one colour. */
const plain = (red: number, green: number, blue: number) =>
  encode({ width: 4, height: 4, channels: 3, data: new Uint8Array(48).map((_, i) => [red, green, blue][i % 3] ?? 0) })

it('keeps each picture, in order, for its time', async () => {
  const film = await encodeFilm([
    { png: plain(255, 0, 0), ms: 1_000 },
    { png: plain(0, 0, 255), ms: 2_500 },
  ])
  const gif = decode(film)
  expect(gif).toMatchObject({ width: 4, height: 4, looped: true })
  const frames = decodeFrames(film)
  expect(frames.map(({ delay }) => delay)).toEqual([1_000, 2_500])
  expect(frames.map(({ data }) => [...data.slice(0, 4)])).toEqual([
    [255, 0, 0, 255],
    [0, 0, 255, 255],
  ])
})

it('refuses a film without a picture', async () => {
  await expect(encodeFilm([])).rejects.toThrow('a film needs a frame')
})
