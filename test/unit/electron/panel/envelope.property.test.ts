import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readStats } from '../../../../electron/panel/envelope.ts'
import { serverIdentifierSchema } from '../../../../shared/model/identifier-schema.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'
import { readText } from '../../../fixtures/list-page.ts'

describe('readListPage', () => {
  it('never throws, and every server it gives is valid', () => {
    const field = fc.constantFrom('object', 'data', 'servers', 'attributes', 'identifier', 'name', 'meta', '__proto__')
    const value = fc.oneof(
      fc.constantFrom('list', 'server', 'a1b2c3d4'),
      fc.string({ unit: anyCharacter }),
      fc.double(),
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        value,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(field, tie('tree'), { maxKeys: 4 }),
      ),
    }))
    const text = fc.oneof(
      tree.map((answer) => JSON.stringify(answer)),
      fc.json(),
    )
    fc.assert(
      fc.property(text, (body) => {
        const page = readText(body)
        for (const server of page?.servers ?? []) {
          expect(serverIdentifierSchema.safeParse(server.identifier).success).toBe(true)
          expect(server.name).toMatch(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u)
        }
        readStats(JSON.parse(body))
      }),
      { numRuns: 2_000 },
    )
  })
})
