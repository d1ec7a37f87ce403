import { expect, it, vi } from 'vitest'
import { createPresenter } from '../../../../electron/notify/presenter.ts'

const shown = vi.hoisted(() => [] as { title: string; body: string }[])
vi.mock('electron', () => ({
  Notification: class {
    static isSupported = () => true
    constructor(words: { title: string; body: string }) {
      shown.push({ title: words.title, body: words.body })
    }
    on() {}
    show() {}
    close() {}
  },
}))

const text = 'Creative & <a href="https://evil.example">Plots</a> &amp;'

it.each([
  ['linux', 'Creative &amp; &lt;a href="https://evil.example"&gt;Plots&lt;/a&gt; &amp;amp;'],
  ['win32', text],
  ['darwin', text],
] as const)('on %s a body is read as it is meant', (platform, body) => {
  const nothing = () => undefined
  const presenter = createPresenter({ open: nothing, restart: nothing, mute: nothing, platform })
  presenter.show({ id: 'one', ref: null, title: text, body: text, buttons: [], silent: false, replaces: [] })
  expect(shown.splice(0)).toEqual([{ title: text, body }])
})
