import { describe, expect, it } from 'vitest'
import { apiToken } from '../../../fixtures/model-node.ts'
import { createSessionRig } from '../../../fixtures/session-rig.ts'
import { holdsToken, tokenSpellings } from '../../../fixtures/token-spellings.ts'

describe('the API token', () => {
  const spellings = Object.entries(tokenSpellings(apiToken))
  // A carriage return is what writes over a line, and a line end begins another.
  const ofOneLine = spellings.filter(([, spelled]) => !/[\r\n]/.test(spelled))

  it.each(ofOneLine)('is not in a line that quotes it %s, live or repeated', async (_how, spelled) => {
    const { node, lines, open, clock } = createSessionRig()
    node.print(`was here: ${spelled} (before)`)
    await open()
    node.print(`is here: ${spelled} (now)`)
    node.tellAll('install output', `installs: ${spelled}`)
    node.tellAll('daemon message', `daemon: ${spelled}`)
    await clock.advance(100)
    expect(lines).toHaveLength(4)
    for (const line of lines) {
      expect(line).toContain('[token]')
      expect(holdsToken(line, apiToken)).toBe(false)
    }
  })

  it('is not in a line that colours its letters, which keeps its colours where it has no token', async () => {
    const { node, lines, open, clock } = createSessionRig()
    await open()
    node.print(
      `\u001b[31mred\u001b[0m ${[...apiToken].map((sign) => `\u001b[3${sign.charCodeAt(0) % 8}m${sign}`).join('')}`,
    )
    node.print('\u001b[31mred')
    await clock.advance(100)
    expect(lines).toEqual(['red [token]', '\u001b[31mred\u001b[0m'])
  })

  it('does not hide that a line was printed before: each is still shown once after a cut', async () => {
    const { node, lines, open, clock } = createSessionRig()
    await open()
    for (let i = 1; i <= 20; i += 1) node.print(`${i}: ${apiToken}`)
    await clock.advance(100)
    node.cut()
    node.print(`21: ${apiToken}`)
    await clock.advance(5_000)
    expect(lines).toEqual(Array.from({ length: 21 }, (_, i) => `${i + 1}: [token]`))
  })

  it('is not in the words with which a machine closes a console', async () => {
    const { node, streams, open } = createSessionRig()
    await open()
    node.cut(4400, `no ${apiToken}`)
    expect(streams.at(-1)?.error?.detail).toBe('no [token]')
  })
})
