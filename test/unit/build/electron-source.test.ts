import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { chooseElectron, electronReachable } from '../../../build/electron-source.ts'

test.each([
  ['the real thing where it can be had', undefined, true, 'linux', true, 'electron'],
  ['the placeholder for a folder on Linux without it', undefined, true, 'linux', false, 'placeholder'],
  ['the real thing for installers, come what may', undefined, false, 'linux', false, 'electron'],
  ['the real thing on macOS', undefined, true, 'darwin', false, 'electron'],
  ['the real thing on Windows', undefined, true, 'win32', false, 'electron'],
  ['the placeholder when asked for', '1', true, 'linux', true, 'placeholder'],
  ['the real thing when the placeholder is ruled out', '0', true, 'linux', false, 'electron'],
] as const)('chooses %s', async (_case, wish, dir, platform, reachable, kind) => {
  const source = await chooseElectron({ wish, dir, platform, reachable: async () => reachable })
  expect(source.kind).toBe(kind)
})

test.each([
  ['an installer', false, 'linux'],
  ['another system', true, 'win32'],
] as const)('refuses a placeholder for %s', async (_case, dir, platform) => {
  await expect(chooseElectron({ wish: '1', dir, platform, reachable: async () => false })).rejects.toThrow(
    '--dir on Linux',
  )
})

test('asks the mirror for the checksums of the installed version', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.statusCode = request.url?.startsWith('/good/') ? 200 : 404
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    expect(await electronReachable({ ELECTRON_MIRROR: `${base}/good/` })).toBe(true)
    expect(await electronReachable({ ELECTRON_MIRROR: `${base}/bad/` })).toBe(false)
    expect(asked[0]).toMatch(/^HEAD \/good\/v\d+\.\d+\.\d+\/SHASUMS256\.txt$/)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
  expect(await electronReachable({ ELECTRON_MIRROR: `${base}/good/` })).toBe(false)
})
