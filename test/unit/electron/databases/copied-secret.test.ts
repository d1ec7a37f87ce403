import { beforeEach, describe, expect, it } from 'vitest'
import { concealingForms, createCopiedSecret } from '../../../../electron/databases/copied-secret.ts'
import { passwordCopiedMs } from '../../../../shared/databases/databases.ts'
import { createFakeClipboard } from '../../../fixtures/fake-clipboard.ts'
import { createFakeClock, type FakeClock } from '../../../fixtures/fake-clock.ts'

let clock: FakeClock
let clipboard: ReturnType<typeof createFakeClipboard>
let failures: number
let copied: ReturnType<typeof createCopiedSecret>
beforeEach(() => {
  clock = createFakeClock()
  clipboard = createFakeClipboard()
  failures = 0
  const onFailure = () => {
    failures += 1
  }
  copied = createCopiedSecret({ clipboard, clock, platform: 'linux', onFailure })
})
const text = () => clipboard.forms()['text/plain']

describe('a copied secret', () => {
  it.each([
    ['the same', null, undefined],
    ['something else', 'a word of mine', 'a word of mine'],
    ['nothing', '', ''],
  ])('leaves the clipboard after a minute, where that still has %s of it', async (_, put, left) => {
    await copied.copy('secret')
    if (put !== null) clipboard.put(put)
    await clock.advance(passwordCopiedMs - 1)
    expect(text()).toBe(put ?? 'secret')
    await clock.advance(1)
    expect(text()).toBe(left)
    expect(clock.pending()).toBe(0)
  })

  it('has a minute of its own after another one', async () => {
    await copied.copy('first')
    await clock.advance(40_000)
    await copied.copy('second')
    await clock.advance(40_000)
    expect(text()).toBe('second')
    await clock.advance(20_000)
    expect(text()).toBeUndefined()
  })

  it('is looked for again where the clipboard could not be read', async () => {
    await copied.copy('secret')
    clipboard.refuse('reads')
    await clock.advance(passwordCopiedMs)
    expect([failures, text()]).toEqual([1, 'secret'])
    clipboard.refuse('nothing')
    await clock.advance(passwordCopiedMs)
    expect(text()).toBeUndefined()
  })

  it('is taken out at the end, once, and waits for nothing more', async () => {
    await copied.copy('secret')
    await copied.dispose()
    expect(text()).toBeUndefined()
    expect(clock.pending()).toBe(0)
    await copied.copy('late')
    expect(text()).toBeUndefined()
  })

  it('is taken out at the end also where it was not there yet', async () => {
    const release = clipboard.hold()
    const copying = copied.copy('secret')
    const ended = copied.dispose()
    release()
    await ended
    expect(await copying).toMatchObject({ ok: true })
    expect(text()).toBeUndefined()
    expect(clock.pending()).toBe(0)
  })

  it('keeps the end waiting for a second at most, and is taken out when it comes then', async () => {
    const release = clipboard.hold()
    const copying = copied.copy('secret')
    const ended = copied.dispose()
    await clock.advance(1_000)
    await ended
    release()
    await copying
    expect(text()).toBeUndefined()
  })

  it('that comes late has its minute too where the former one was looked for meanwhile', async () => {
    await copied.copy('first')
    const release = clipboard.hold()
    const copying = copied.copy('second')
    clipboard.put('a word of mine')
    await clock.advance(passwordCopiedMs)
    release()
    await copying
    expect(text()).toBe('second')
    await clock.advance(passwordCopiedMs)
    expect(text()).toBeUndefined()
  })

  it('ends where the clipboard cannot be read at the end', async () => {
    await copied.copy('secret')
    clipboard.refuse('reads')
    await copied.dispose()
    expect(clock.pending()).toBe(0)
  })

  it('is copied without its marks where the system takes none', async () => {
    clipboard.refuse('marks')
    expect(await copied.copy('secret')).toEqual({ ok: true, value: undefined })
    expect(clipboard.forms()).toEqual({ 'text/plain': 'secret' })
  })

  it('that was not taken leaves the former one its minute', async () => {
    await copied.copy('first')
    clipboard.refuse('writes')
    expect(await copied.copy('second')).toMatchObject({ error: { code: 'clipboard-failed' } })
    await clock.advance(passwordCopiedMs)
    expect(text()).toBeUndefined()
  })
})

describe('histories of the clipboard', () => {
  const bytes = async (form: string | Blob | undefined) =>
    typeof form === 'object' ? [...new Uint8Array(await form.arrayBuffer())] : form
  const form = (name: string) => `electron application/osclipboard;format="${name}"`
  it.each([
    [
      'win32',
      {
        ExcludeClipboardContentFromMonitorProcessing: [1, 0, 0, 0],
        CanIncludeInClipboardHistory: [0, 0, 0, 0],
        CanUploadToCloudClipboard: [0, 0, 0, 0],
      },
    ],
    ['darwin', { 'org.nspasteboard.ConcealedType': 'concealed' }],
    ['linux', { 'x-kde-passwordManagerHint': 'secret' }],
  ])('are asked to leave it out, by the names of %s', async (platform, expected) => {
    const forms = concealingForms(platform)
    expect(Object.keys(forms)).toEqual(Object.keys(expected).map(form))
    for (const [name, value] of Object.entries(expected)) expect(await bytes(forms[form(name)])).toEqual(value)
  })
})
