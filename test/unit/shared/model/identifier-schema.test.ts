import { describe, expect, test } from 'vitest'
import { panelOf, serverRef } from '../../../../shared/model/identifier.ts'
import { panelIdSchema, serverIdentifierSchema, serverRefSchema } from '../../../../shared/model/identifier-schema.ts'

describe('a server identifier', () => {
  test.each(['a1b2c3d4', 'ab-d_234', 'a.b:c;d,', '........', 'äöü漢字🎮xy', 'a b c?d#', '%2e%2e%2'])(
    'may be %j',
    (text) => {
      const identifier = serverIdentifierSchema.parse(text)
      const ref = serverRef(panelIdSchema.parse('home'), identifier)
      expect(ref).toBe(`home/${text}`)
      expect(panelOf(ref)).toBe('home')
      expect(
        new URL(`https://a.example/api/servers/${encodeURIComponent(text)}/power`).pathname.split('/'),
      ).toHaveLength(5)
    },
  )

  test.each([
    '',
    'a1b2c3d',
    'a1b2c3d45',
    '../a1b2c',
    'a\\b2c3d4',
    'a1b2c3d\n',
    ' a1b2c3d',
    'a1b2c3d ',
    'a1b2c3\ud800d',
    'a1\u202eb2c3d',
    'a1\u200bb2c3d',
    'a1\u0000b2c3d',
  ])('is never %j', (text) => {
    expect(serverIdentifierSchema.safeParse(text).success).toBe(false)
    expect(serverRefSchema.safeParse(`home/${text}`).success).toBe(false)
  })

  test.each(['a1b2c3d4', '/a1b2c3d4', 'Home/a1b2c3d4', 'home//a1b2c3d', 'home/a/a1b2c3d4'])(
    '%j refers to no server',
    (text) => {
      expect(serverRefSchema.safeParse(text).success).toBe(false)
    },
  )
})
