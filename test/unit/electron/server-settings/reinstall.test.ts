import { describe, expect, it } from 'vitest'
import {
  beginReinstall,
  cancelReinstall,
  longestMs,
  lookAfterMs,
  noteBackup,
  noteLook,
  noteRequest,
  type Reinstalling,
  slowMs,
  unsureMs,
} from '../../../../electron/server-settings/reinstall.ts'
import { appError } from '../../../../shared/errors.ts'
import type { Installation } from '../../../../shared/model/server-settings.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const wall = 1_000_000
const at = (now: number) => ({ now, wall: wall + now })
const begun = (backsUpFirst: boolean) =>
  beginReinstall({ id: 'one', ref: serverView().ref, name: 'Survival', backsUpFirst }, at(0))
const refused = fail('panel-refused')
const unclear = fail('timeout', { mayHaveActed: true })
const taken = noteRequest(begun(false), ok(), at(100))
const unsure = noteRequest(begun(false), unclear, at(100))
/** A look that was asked for at its own time. */
const look = (before: Reinstalling, told: Installation | 'no-answer' | 'gone', now: number) => {
  const failed = told === 'gone' ? fail('unknown-server') : fail('timeout')
  return noteLook(before, { askedAt: now, told: told === 'no-answer' || told === 'gone' ? failed : ok(told) }, at(now))
}

describe('the backup before a reinstall', () => {
  it.each([
    ['good', ok(), 'asking', null],
    ['failed', fail('backup-failed'), 'failed', 'backup-failed'],
    ['not seen to end', fail('backup-not-seen'), 'failed', 'backup-not-seen'],
  ] as const)('that is %s', (_, made, phase, code) => {
    const { view } = noteBackup(begun(true), made, at(5))
    expect([view.phase, view.error?.code ?? null, view.isAccepted]).toEqual([phase, code, false])
    expect(view.endedAt).toBe(code === null ? null : wall + 5)
  })

  it('is not made where the person does not want it', () => expect(begun(false).view.phase).toBe('asking'))

  it('can be the end of it, and its own end then changes nothing', () => {
    const given = cancelReinstall(begun(true), at(3))
    if (given === null) throw new Error('not cancelled')
    expect(given.view).toMatchObject({ phase: 'cancelled', endedAt: wall + 3 })
    expect(noteBackup(given, ok(), at(5))).toBe(given)
    expect(noteRequest(given, ok(), at(6))).toBe(given)
    expect(cancelReinstall(given, at(7))).toBeNull()
  })

  it.each([
    ['asking', begun(false)],
    ['installing', taken],
  ] as const)('cannot be given up any more: %s', (_, reinstalling) =>
    expect(cancelReinstall(reinstalling, at(9))).toBeNull(),
  )
})

describe('the request', () => {
  it.each([
    ['that was taken', ok(), 'installing', true, null],
    ['that may have been taken', unclear, 'installing', false, 'timeout'],
    ['that was refused', refused, 'failed', false, 'panel-refused'],
  ] as const)('%s', (_, sent, phase, isAccepted, code) => {
    const { view } = noteRequest(begun(false), sent, at(100))
    expect([view.phase, view.isAccepted, view.error?.code ?? null]).toEqual([phase, isAccepted, code])
  })
})

describe('a look at the server', () => {
  it.each([
    ['is done', taken, 'none', 200, 'done', null],
    ['failed', taken, 'reinstall-failed', 200, 'failed', 'reinstall-failed'],
    ['failed, as older panels say it', taken, 'install-failed', 200, 'failed', 'reinstall-failed'],
    ['goes on', taken, 'installing', 200, 'installing', null],
    ['was not answered', taken, 'no-answer', slowMs, 'installing', null],
    ['was not answered for too long', taken, 'no-answer', longestMs + 101, 'unknown', 'reinstall-not-seen'],
    ['goes on for too long', taken, 'installing', longestMs + 101, 'unknown', 'reinstall-not-seen'],
    ['of a server that has gone', taken, 'gone', 200, 'unknown', 'reinstall-not-seen'],
    ['of a panel that may not have taken it', unsure, 'none', 200, 'installing', 'timeout'],
    ['of a failure that may be of before', unsure, 'reinstall-failed', 200, 'installing', 'timeout'],
    ['of a panel that has not taken it', unsure, 'none', unsureMs + 101, 'unknown', 'timeout'],
  ] as const)('that shows that it %s', (_, before, told, now, phase, code) => {
    const { view } = look(before, told, now)
    expect([view.phase, view.error?.code ?? null]).toEqual([phase, code])
    expect(view.endedAt).toBe(phase === 'installing' ? null : wall + now)
  })

  it('shows after an answer that proved nothing that the panel took it', () => {
    const seen = look(unsure, 'installing', 300)
    expect(seen.view).toMatchObject({ phase: 'installing', isAccepted: true, error: null })
    expect(look(seen, 'none', 400).view.phase).toBe('done')
    expect(look(seen, 'reinstall-failed', 400).view.error).toEqual(appError('reinstall-failed'))
  })

  it('that was begun before the answer says nothing', () =>
    expect(noteLook(taken, { askedAt: 99, told: ok('none') }, at(200))).toBe(taken))

  it('tells once that it takes long, by a sight of it alone', () => {
    expect(look(taken, 'installing', slowMs + 99).view.isSlow).toBe(false)
    expect(look(taken, 'no-answer', slowMs + 100).view.isSlow).toBe(false)
    const slow = look(taken, 'installing', slowMs + 100)
    expect(slow.view.isSlow).toBe(true)
    expect(look(slow, 'installing', slowMs + 200)).toBe(slow)
    expect(look(slow, 'none', slowMs + 300).view).toMatchObject({ phase: 'done', isSlow: true })
  })
})

it.each([
  ['before the answer', begun(false), 0, null],
  ['soon after it', taken, 100, 10_000],
  ['later', taken, 100 + 5 * 60_000, 30_000],
  ['once it takes long', taken, 100 + slowMs, 60_000],
  ['after the end', look(taken, 'none', 200), 300, null],
] as const)('is looked at: %s', (_, reinstalling, now, ms) => expect(lookAfterMs(reinstalling, now)).toBe(ms))
