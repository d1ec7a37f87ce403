import { describe, expect, it } from 'vitest'
import { noticeOfUnsent, noticesFor } from '../../../../electron/notify/policy.ts'
import { appError } from '../../../../shared/errors.ts'
import type { PowerAction } from '../../../../shared/model/power.ts'
import { anAction, aServer, aState } from '../../../fixtures/state.ts'

const refused = appError('permission-lacking')
const ref = aServer().ref
const withAction = (action: PowerAction | null) => aState({ servers: [aServer({ action })] })

describe('a change of the state', () => {
  const sending = anAction({ phase: 'sending' })
  it.each<[string, Partial<PowerAction>, string | null]>([
    ['a refusal', { phase: 'refused', error: refused }, 'Restart of Survival was refused'],
    ['no answer', { phase: 'unconfirmed', error: appError('timeout') }, 'Restart of Survival: no answer'],
    ['a long wait', { phase: 'stalled' }, 'Restart of Survival is taking long'],
    ['success', { phase: 'confirmed' }, null],
    ['an action of the window', { phase: 'refused', error: refused, origin: 'window' }, null],
  ])('of %s', (_, change, title) => {
    const notices = noticesFor(withAction(sending), withAction({ ...sending, ...change }))
    expect(notices.map((notice) => notice.title)).toEqual(title === null ? [] : [title])
  })
})

describe('an action from the tray that was not sent', () => {
  const state = withAction(anAction({ phase: 'refused', error: refused }))
  it.each([
    ['held back', appError('action-running'), 'Kill of Survival was not sent'],
    ['told by the state already', refused, null],
    ['overtaken by another', appError('cancelled'), null],
  ])('is told unless it is known: %s', (_, error, title) => {
    expect(noticeOfUnsent(state, ref, 'kill', error)?.title ?? null).toBe(title)
  })

  it('is told of a server that has gone', () => {
    const notice = noticeOfUnsent(aState({ servers: [] }), ref, 'stop', appError('unknown-server'))
    expect(notice?.title).toBe('Stop of home/a1b2c3d4 was not sent')
  })
})
