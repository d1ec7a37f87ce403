import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { releaseNotes } from '../../../build/release-notes.ts'
import { releasesPlace } from '../../../build/releases.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { documents } from '../../fixtures/documents.ts'

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')

describe('where releases live', () => {
  const page = 'https://github.com/example/servertray/releases'
  test.each([
    'github:example/servertray',
    'example/servertray',
    'https://github.com/example/servertray',
    'git+https://github.com/example/servertray.git',
    { type: 'git', url: 'git+https://github.com/example/servertray.git' },
  ])('%j', (repository) =>
    expect(releasesPlace({ repository })).toEqual({ owner: 'example', repo: 'servertray', page }),
  )

  test('nowhere, while package.json names none', () => expect(releasesPlace({})).toBeNull())
  test.each(['gitlab:example/servertray', 'https://example.com/x/y', 7, {}])('%j is none to go by', (repository) =>
    expect(() => releasesPlace({ repository })).toThrow(),
  )

  test('stands once: no page names another place for this project', () => {
    const place = releasesPlace(manifest)
    for (const text of [...documents().map((page) => page.text), read('electron-builder.yml')]) {
      const named = text.match(/github\.com\/[\w-]+\/servertray[\w.-]*/gi) ?? []
      expect(named.filter((one) => one !== `github.com/${place?.owner}/${place?.repo}`)).toEqual([])
    }
  })
})

describe('the notes of a release', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]: 0.2.0\n\n### Added\n\n- New.\n\n## [0.1.0] - 2026-01-15\n\n- Old.\n\n## [0.0.9]\n'
  test.each([
    ['0.2.0', '### Added\n\n- New.'],
    ['0.1.0', '- Old.'],
    ['0.0.9', null],
    ['0.1', null],
    ['', null],
  ])('%s', (version, notes) => expect(releaseNotes(changelog, version)).toBe(notes))

  test('there are some for the version of package.json', () => {
    expect(releaseNotes(read('CHANGELOG.md'), manifest.version)).toContain('### Added')
  })
})
