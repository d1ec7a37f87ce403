import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileNameOf } from '../../../../electron/backups/downloads.ts'
import { numbered } from '../../../../electron/transfers/local-name.ts'
import { backupIdSchema } from '../../../../shared/backups/contract.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'

const id = backupIdSchema.parse('ABCDEF12-1111-4222-8333-444455556666')
const createdAt = new Date(2026, 2, 1, 4).getTime()

it.each([
  ['Survival', 'Survival-2026-03-01-abcdef12.tar.gz'],
  ['My Server: 1.21 / test', 'My-Server-1-21-test-2026-03-01-abcdef12.tar.gz'],
  ['../../etc/passwd', 'etc-passwd-2026-03-01-abcdef12.tar.gz'],
  ['CON', 'CON-2026-03-01-abcdef12.tar.gz'],
  ['Мир', 'Мир-2026-03-01-abcdef12.tar.gz'],
  ['🌙', 'server-2026-03-01-abcdef12.tar.gz'],
  ['', 'server-2026-03-01-abcdef12.tar.gz'],
  [`a${'𠀀'.repeat(50)}`, `a${'𠀀'.repeat(39)}-2026-03-01-abcdef12.tar.gz`],
])('%j becomes %j', (name, expected) => {
  expect(fileNameOf(name, { id, createdAt })).toBe(expected)
})

it('leaves the day out where it is not known', () => {
  expect(fileNameOf('Survival', { id, createdAt: null })).toBe('Survival-abcdef12.tar.gz')
})

it('is a plain name for whatever a panel calls a server', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: anyCharacter })), (name) => {
      const made = fileNameOf(name, { id, createdAt })
      expect(made).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}-]*-2026-03-01-abcdef12\.tar\.gz$/u)
      expect(Buffer.byteLength(numbered(made, 100)) + '.part'.length).toBeLessThan(255)
    }),
  )
})
