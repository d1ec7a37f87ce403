import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { argumentsAgain, crashNotice, isTooSoon, noteCrash, takeCrash } from '../../../../electron/app/crash.ts'
import { setUpFolder } from '../../../fixtures/temporary-folder.ts'

const now = Date.UTC(2026, 0, 1, 12)
const minute = 60_000
const profile = setUpFolder()
const file = () => join(profile(), 'crash.json')

describe('after a crash the app starts itself anew', () => {
  it.each([
    ['at the first one', null, false],
    ['not a moment later', now - 1_000, true],
    ['not within ten minutes', now - 10 * minute + 1, true],
    ['again after ten minutes', now - 10 * minute, false],
    ['where the clock was ahead then', now + 60 * minute, false],
  ])('%s', (_when, at, expected) => {
    expect(isTooSoon(at === null ? null : { at }, now)).toBe(expected)
  })

  it('once, however often it crashes in a row', () => {
    const relaunched = [0, 1, 5, 9, 14, 30].map((after) => noteCrash(profile(), 'Error: one', now + after * minute))
    // Each crash begins the ten minutes anew.
    expect(relaunched).toEqual([true, false, false, false, false, true])
  })

  it('not where it was ending anyway, and the next start tells of it', () => {
    expect(noteCrash(profile(), 'Error: one', now, true)).toBe(false)
    expect(takeCrash(profile())).toMatchObject({ reason: 'Error: one', relaunched: false })
  })

  it('not where that cannot be kept', () => {
    expect(noteCrash(join(profile(), 'gone'), 'Error: one', now)).toBe(false)
  })

  it.each(['', '{', '[]', '{"version":2}', '{"version":1,"at":"x"}', 'x'.repeat(100_000)])(
    'where what was kept is damaged: %j',
    (text) => {
      writeFileSync(file(), text)
      expect(takeCrash(profile())).toBeNull()
      expect(noteCrash(profile(), 'Error: one', now)).toBe(true)
    },
  )
})

describe('the next start', () => {
  it('tells of a crash once', () => {
    noteCrash(profile(), 'TypeError: x is not a function\n    at listener (main.js:1:1)', now)
    expect(takeCrash(profile())).toMatchObject({ at: now, reason: 'TypeError: x is not a function', relaunched: true })
    expect(takeCrash(profile())).toBeNull()
    // What was told still keeps the app from a loop.
    expect(noteCrash(profile(), 'TypeError: again', now + minute)).toBe(false)
    expect(takeCrash(profile())).toMatchObject({ reason: 'TypeError: again', relaunched: false })
  })

  it('tells of one that it cannot note as told', () => {
    noteCrash(profile(), 'Error: one', now)
    chmodSync(profile(), 0o500)
    expect(takeCrash(profile())).toMatchObject({ reason: 'Error: one' })
    chmodSync(profile(), 0o700)
  })
})

it('what is kept has no secret and no address in it, is short, and is for its owner only', () => {
  const secret = `ptlc_${'s'.repeat(43)}`
  noteCrash(profile(), `Error: GET https://panel.home.example/api with ${secret} ${'long '.repeat(100)}\n at x`, now)
  const text = readFileSync(file(), 'utf8')
  expect(text).not.toContain(secret)
  expect(text).not.toContain('panel.home')
  expect(text.length).toBeLessThan(400)
  if (process.platform !== 'win32') expect(statSync(file()).mode & 0o077).toBe(0)
})

it('the notice says what happened, why, and what to do', () => {
  expect(crashNotice({ reason: 'Error: one', relaunched: true })).toEqual({
    id: 'crashed',
    level: 'warning',
    message: 'Servertray ended because something went wrong inside it, and started itself again.',
    hint: 'Restarts that were planned go on where their time is still ahead. Please report this: Error: one',
  })
  expect(crashNotice({ reason: 'Error: one', relaunched: false }).message).not.toContain('again')
})

it('a start again follows no link of the one before', () => {
  expect(argumentsAgain(['.', '--hidden', 'servertray://open/a1b2c3d4', '--demo'])).toEqual(['.', '--hidden', '--demo'])
})
