import fc from 'fast-check'
import { expect, it } from 'vitest'
import { safeSftpUrl } from '../../../../electron/files/sftp.ts'

const at = (host: string, username = 'me.a1b2c3d4') => safeSftpUrl({ host, port: 2022, username })

it.each([
  ['node.example.com', 'me.a1b2c3d4', 'sftp://me.a1b2c3d4@node.example.com:2022'],
  ['NODE_3.example.com', 'me.a1b2c3d4', 'sftp://me.a1b2c3d4@node_3.example.com:2022'],
  ['192.0.2.7', 'me_2-x.a1b2c3d4', 'sftp://me_2-x.a1b2c3d4@192.0.2.7:2022'],
  ['2001:db8::1', 'me.a1b2c3d4', 'sftp://me.a1b2c3d4@[2001:db8::1]:2022'],
  ['[2001:db8::1]', 'me.a1b2c3d4', 'sftp://me.a1b2c3d4@[2001:db8::1]:2022'],
  ['müller.example', 'müller.a1b2c3d4', 'sftp://m%C3%BCller.a1b2c3d4@xn--mller-kva.example:2022'],
])('%s for %s is %s', (host, username, url) => {
  expect(at(host, username)).toEqual({ ok: true, value: url })
})

it.each([
  ['', 'me'],
  ['-oProxyCommand', 'me'],
  ['node-', 'me'],
  ['node.-x', 'me'],
  ['evil.example@node.example.com', 'me'],
  ['node.example.com/..', 'me'],
  ['node.example.com:22', 'me'],
  ['[::1', 'me'],
  ['a b', 'me'],
  ['node.example.com', ''],
  ['node.example.com', '-oProxyCommand'],
  ['node.example.com', 'me@evil.example'],
  ['node.example.com', 'me:secret'],
  ['node.example.com', 'me;x-exec=1'],
  ['node.example.com', 'me\u202egpj'],
])('%j for %j is refused', (host, username) => {
  expect(at(host, username)).toMatchObject({ error: { code: 'sftp-not-opened' } })
})

it('is an address of a user, a host and a port, whatever a panel says', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (host, username) => {
      const url = at(host, username)
      if (url.ok) expect(url.value).toMatch(/^sftp:\/\/[\w%][\w.%-]*@(?:\[[0-9a-f:.]+\]|\w[\w.-]*):2022$/)
    }),
  )
})
