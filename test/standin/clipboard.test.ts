import { afterEach, expect, test } from 'vitest'
import { choose } from './choices.ts'
import { ClipboardItemStandIn, createClipboard } from './clipboard.ts'

afterEach(() => choose({ clipboard: 'works' }))

const mark = 'electron application/osclipboard;format="x-kde-passwordManagerHint"'

test('what is written at once is there at once, and gone together', async () => {
  const { clipboard, view } = createClipboard()
  await clipboard.write([new ClipboardItemStandIn({ 'text/plain': 'word', [mark]: new Blob(['secret']) })])
  expect(await view()).toEqual({ text: 'word', forms: ['text/plain', mark] })
  await clipboard.writeText('other')
  expect(await view()).toEqual({ text: 'other', forms: ['text/plain'] })
  clipboard.clear()
  expect(await clipboard.readText()).toBe('')
})

test('what the stand-in does not have throws', () => {
  const bookmark = { title: 'a', url: 'https://example.com' }
  expect(() => new ClipboardItemStandIn({ 'electron application/bookmark': bookmark })).toThrow('does not implement')
  expect(() => new ClipboardItemStandIn({ 'text/plain': Promise.resolve('a') })).toThrow('does not implement')
  expect(() => new ClipboardItemStandIn({ 'text/plain': 'a' }).getType()).toThrow('does not implement')
})

test('what is not taken leaves what was there', async () => {
  const { clipboard, view } = createClipboard()
  await clipboard.writeText('word')
  await expect(clipboard.write([new ClipboardItemStandIn({ 'text/odd': 'a' })])).rejects.toThrow('text/odd')
  choose({ clipboard: 'refuses' })
  await expect(clipboard.writeText('other')).rejects.toThrow('Failed to write')
  await expect(clipboard.readText()).rejects.toThrow('Failed to read')
  expect(await view()).toEqual({ text: 'word', forms: ['text/plain'] })
})
