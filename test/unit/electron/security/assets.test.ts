import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assetPath, contentSecurityPolicy, serveAsset } from '../../../../electron/security/assets.ts'

let folder: string
let root: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assets-'))
  root = join(folder, 'renderer')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, 'index.html'), '<!doctype html>')
  writeFileSync(join(root, 'assets', 'main.js'), '1')
  writeFileSync(join(root, 'notes.txt'), 'unknown type')
  writeFileSync(join(folder, 'secret.html'), 'secret')
})
afterAll(() => rmSync(folder, { recursive: true }))

const get = (path: string) => serveAsset(root, { url: `app://servertray${path}`, method: 'GET' })

describe('assetPath', () => {
  it.each([
    '/%2e%2e/secret.html',
    '/..%2fsecret.html',
    '/..%5csecret.html',
    '/c:/windows/win.ini',
    '/%00index.html',
    '/%E0%A4%A',
  ])('refuses %s', (path) => {
    const file = assetPath(root, `app://servertray${path}`)
    expect(file === null || file.startsWith(root)).toBe(true)
    expect(file).not.toBe(join(folder, 'secret.html'))
  })

  it.each(['app://other/index.html', 'app://servertray:80/', 'http://servertray/index.html'])(
    'refuses another host: %s',
    (address) => expect(assetPath(root, address)).toBeNull(),
  )

  it('refuses what is no address', () => expect(assetPath(root, 'index.html')).toBeNull())
})

describe('serveAsset', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/index.html?x=1#y', 'text/html; charset=utf-8'],
    ['/assets/main.js', 'text/javascript; charset=utf-8'],
  ])('serves %s with its type and the policy', async (path, type) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
  })

  it.each(['/missing.html', '/notes.txt', '/assets', '/..%2fsecret.html'])('answers 404 for %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  it('answers nothing but GET', async () => {
    expect((await serveAsset(root, { url: 'app://servertray/', method: 'POST' })).status).toBe(404)
  })
})
