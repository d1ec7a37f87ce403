import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { updateFailure } from '../../../../electron/updates/failure.ts'
import { abilityOf, namesPublisher, readReleases } from '../../../../electron/updates/releases.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const page = 'https://github.com/example/servertray/releases'
const signed = { page, isSigned: true }
const unsigned = { page, isSigned: false }
const packed = { isPackaged: true, releases: unsigned, namesPublisher: true, appImage: null } as const

describe('what a build can do', () => {
  test.each([
    ['not installed', { ...packed, isPackaged: false, platform: 'win32', releases: signed }, 'none'],
    ['no releases', { ...packed, platform: 'linux', releases: null, appImage: { isReplaceable: true } }, 'none'],
    ['an AppImage', { ...packed, platform: 'linux', appImage: { isReplaceable: true } }, 'itself'],
    ['one in a folder of root', { ...packed, platform: 'linux', appImage: { isReplaceable: false } }, 'page'],
    ['Windows, signed', { ...packed, platform: 'win32', releases: signed }, 'itself'],
    // Its updater would take any file.
    ['one with no publisher', { ...packed, platform: 'win32', releases: signed, namesPublisher: false }, 'page'],
    ['Windows', { ...packed, platform: 'win32' }, 'page'],
    ['macOS, signed', { ...packed, platform: 'darwin', releases: signed, namesPublisher: false }, 'itself'],
    ['macOS', { ...packed, platform: 'darwin' }, 'page'],
  ] as const)('%s', (_, build, expected) => expect(abilityOf(build)).toBe(expected))
})

test('where releases are is read from beside the app; what is incomplete is as good as none', () => {
  const folder = temporaryFolder()
  const read = (text: string) => {
    writeFileSync(join(folder, 'releases.json'), text)
    return readReleases(folder)
  }
  expect(readReleases(join(folder, 'nowhere'))).toBeNull()
  expect(read(JSON.stringify(signed))).toEqual(signed)
  for (const text of ['', '{', 'null', '{"isSigned":true}', JSON.stringify({ ...signed, page: 'file:///etc/passwd' })])
    expect(read(text)).toBeNull()
})

test.each([
  ['provider: github\npublisherName:\n  - CN=Example\n', true],
  ['provider: github\nupdaterCacheDirName: publisherName:\n', false],
  [null, false],
])('whether the updater knows a publisher is read from its own file: %j', (text, expected) => {
  const folder = temporaryFolder()
  if (text !== null) writeFileSync(join(folder, 'app-update.yml'), text)
  expect(namesPublisher(folder)).toBe(expected)
})

const coded = (code: string, message = '') => Object.assign(new Error(message), { code })

describe('why an update failed', () => {
  test.each([
    ['another file', coded('ERR_CHECKSUM_MISMATCH'), 'update-refused'],
    ['another publisher', coded('ERR_UPDATER_INVALID_SIGNATURE'), 'update-refused'],
    ['another signature', new Error('code failed to satisfy specified code requirement(s)'), 'update-refused'],
    ['no host', new Error('net::ERR_NAME_NOT_RESOLVED'), 'update-unreachable'],
    ['cut', new Error('net::ERR_CONTENT_LENGTH_MISMATCH'), 'update-unreachable'],
    ['its page has an error', coded('HTTP_ERROR_503', '503'), 'update-unreachable'],
    ['no release', coded('ERR_UPDATER_CHANNEL_FILE_NOT_FOUND'), 'update-unreachable'],
    ['no file', new Error('Cannot download "https://x/y", status 404: Not Found'), 'update-unreachable'],
    ['a disk image', new Error('Cannot update while running on a read-only volume.'), 'update-failed'],
    ['anything else', new Error('what'), 'update-failed'],
  ])('%s', (_, failure, code) => expect(updateFailure(failure).code).toBe(code))

  test('addresses and paths stay in the log', () => {
    const failure = coded('HTTP_ERROR_503', 'GET https://releases.example/secret in /home/ann')
    expect(JSON.stringify(updateFailure(failure))).not.toMatch(/example|ann/)
  })
})
