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

test('what is not taken leaves what was there', async () => {
  const { clipboard, view } = createClipboard()
  await clipboard.writeText('word')
  await expect(clipboard.write([new ClipboardItemStandIn({ 'text/odd': 'a' })])).rejects.toThrow('text/odd')
  choose({ clipboard: 'refuses' })
  await expect(clipboard.writeText('other')).rejects.toThrow('Failed')
  expect(await view()).toEqual({ text: 'word', forms: ['text/plain'] })
})
