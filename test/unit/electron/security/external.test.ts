import { afterEach, expect, it, vi } from 'vitest'
import { openExternal } from '../../../../electron/security/external.ts'
import { ok } from '../../../../shared/result.ts'

const opened = vi.hoisted(() => [] as string[])
vi.mock('electron', () => ({ shell: { openExternal: async (address: string) => void opened.push(address) } }))
afterEach(() => {
  opened.length = 0
})

it.each([
  'https://panel.example.com/account/api',
  'http://127.0.0.1:8080/open?ticket=1',
  'http://[::1]/',
  'http://192.168.1.5/account/api',
])('opens %s', async (address) => {
  expect(await openExternal(address)).toEqual(ok())
  expect(opened).toEqual([address])
})

it.each([
  'http://panel.example.com/',
  'http://127.0.0.1.example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'ssh://host',
  'not an address',
])('does not open %s', async (address) => {
  expect(await openExternal(address)).toMatchObject({ error: { code: 'invalid-address' } })
  expect(opened).toEqual([])
})
