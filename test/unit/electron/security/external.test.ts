import { afterEach, expect, it, vi } from 'vitest'
import { openExternal, openLink, openSftp } from '../../../../electron/security/external.ts'
import { ok } from '../../../../shared/result.ts'

const opened = vi.hoisted(() => [] as string[])
const openers = vi.hoisted(() => ({ has: true }))
vi.mock('electron', () => ({
  shell: {
    async openExternal(address: string) {
      if (!openers.has) throw new Error('no application')
      opened.push(address)
    },
  },
}))
afterEach(() => {
  opened.length = 0
  openers.has = true
})

it.each(['https://panel.example.com/account/api', 'http://127.0.0.1:8080/open?ticket=1'])(
  'opens %s',
  async (address) => {
    expect(await openExternal(address)).toEqual(ok())
    expect(opened).toEqual([address])
  },
)

it.each([
  'http://panel.example.com/',
  'http://127.0.0.1.example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'not an address',
])('does not open %s', async (address) => {
  expect(await openExternal(address)).toMatchObject({ error: { code: 'invalid-address' } })
  expect(opened).toEqual([])
})

it.each([
  ['http://evil.example/x', 'evil.example', 'http://evil.example/x'],
  ['https://EVIL.example:443/', 'evil.example', 'https://evil.example/'],
  ['https://pаypal.example/', 'xn--pypal-4ve.example', 'https://xn--pypal-4ve.example/'],
  ['http://2130706433/', '127.0.0.1', 'http://127.0.0.1/'],
  ['http://0x7f.1:8080/a', '127.0.0.1:8080', 'http://127.0.0.1:8080/a'],
])('asks about %s as it will be opened, and opens it on a yes', async (address, host, href) => {
  const asked: string[] = []
  const answer = (yes: boolean) => async (url: URL) => {
    asked.push(url.host)
    return yes
  }
  expect(await openLink(address, answer(false))).toEqual(ok())
  expect(opened).toEqual([])
  expect(await openLink(address, answer(true))).toEqual(ok())
  expect(opened).toEqual([href])
  expect(asked).toEqual([host, host])
})

it.each([
  'https://good.example@evil.example/x',
  'https://:x@evil.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'servertray://open/a1b2c3d4',
  'not an address',
])('asks nothing about %s, and does not open it', async (address) => {
  const refused = await openLink(address, async () => Promise.reject(new Error('asked')))
  expect(refused).toMatchObject({ error: { code: 'invalid-address' } })
  expect(opened).toEqual([])
})

it.each(['sftp://me.a1b2c3d4@node.example.com:2022', 'sftp://me.a1b2c3d4@[2001:db8::1]:2022'])(
  'opens %s in the program for it, or says that there is none',
  async (address) => {
    expect(await openSftp(address)).toEqual(ok())
    expect(opened).toEqual([address])
    openers.has = false
    expect(await openSftp(address)).toMatchObject({ error: { code: 'sftp-not-opened' } })
  },
)

it.each([
  'https://node.example.com/',
  'file:///etc/passwd',
  'sftp:me@node.example.com',
  'sftp://me:secret@node.example.com:2022',
  'sftp://me@node.example.com:2022/;x-exec=1',
  'sftp://me@node.example.com:2022?a=b',
  'not an address',
])('does not open %s as SFTP', async (address) => {
  expect(await openSftp(address)).toMatchObject({ error: { code: 'invalid-address' } })
  expect(opened).toEqual([])
})
