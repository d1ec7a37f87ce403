import { describe, expect, test } from 'vitest'
import { areaToShow } from '../../../renderer/app/server-view/areas.ts'
import { fitting } from '../../../renderer/app/server-view/fitting.ts'
import { type KeyAct, keyAct, type Press } from '../../../renderer/app/server-view/key-act.ts'
import { type NoticeFacts, noticeToShow, type ServerNotice } from '../../../renderer/app/server-view/server-notice.ts'
import type { Outcome } from '../../../renderer/parts/outcome.ts'
import { bannerKeys, describeOutcome, headState } from '../../../renderer/parts/servers/messages.ts'
import { backToList, createView, isFull, type View } from '../../../renderer/state/view.ts'
import { appError } from '../../../shared/errors.ts'
import { areaIds, maxRememberedAreas, rememberedArea, withArea } from '../../../shared/model/area.ts'
import type { PowerAction } from '../../../shared/model/power-schema.ts'
import { appState, keyView } from '../../fixtures/app-state.ts'
import { planView } from '../../fixtures/plan-view.ts'
import { powerAction, serverView } from '../../fixtures/server-view.ts'

const at = 1_000_000
const server = serverView({ name: 'Survival', identifier: 'a1b2c3d4', state: 'running' })
const other = serverView({ name: 'Modded', identifier: '90c4ee12' })

describe('the one notice', () => {
  const failed: Outcome = { tone: 'bad', short: 'Restart refused', text: 'Restart refused. No.', hint: '', at }
  const done: Outcome = { ...failed, tone: 'ok', short: 'Restarted 12:04', text: 'Restarted 12:04' }
  const counting = planView({ phase: 'counting', startedAt: at, zeroAt: at + 300_000 })
  const ended = (phase: 'done' | 'failed' | 'missed' | 'cancelled', endedAt = at) => planView({ phase, endedAt })
  const refused = { permissions: ['console'], at } as const
  const nothing: NoticeFacts = {
    plan: null,
    outcome: null,
    lacks: [],
    refused: { permissions: [], at: 0 },
    saved: null,
    isCountdownTold: false,
  }
  test.each<[string, Partial<NoticeFacts>, ServerNotice['kind'] | undefined]>([
    ['nothing', {}, undefined],
    ['a countdown before all else', { plan: counting, outcome: { ...failed, at: at + 1 }, lacks: ['power'] }, 'plan'],
    ['a countdown that the head tells', { plan: counting, isCountdownTold: true }, undefined],
    ['a failure older than that countdown', { plan: counting, isCountdownTold: true, outcome: failed }, undefined],
    ['a newer one', { plan: counting, isCountdownTold: true, outcome: { ...failed, at: at + 1 } }, 'outcome'],
    ['a failure before what a key lacks', { outcome: failed, lacks: ['power'], refused }, 'outcome'],
    ['what a key lacks before what was done', { outcome: done, lacks: ['power'] }, 'lacks'],
    ['what a key lacks before what was refused', { lacks: ['power'], refused }, 'lacks'],
    ['what was refused before what was done', { outcome: done, refused }, 'refused'],
    ['what was done', { outcome: done }, 'outcome'],
    ['a plan that failed', { plan: ended('failed'), lacks: ['power'] }, 'plan'],
    ['a plan that was missed', { plan: ended('missed') }, 'plan'],
    [
      'a plan that hangs, whatever its signal says',
      { plan: planView({ phase: 'watching', outcome: 'stalled' }), outcome: failed },
      'plan',
    ],
    ['a plan that came to its end, not its own signal', { plan: ended('done', at + 60_000), outcome: done }, 'plan'],
    ['what was done after a plan failed', { plan: ended('failed'), outcome: { ...done, at: at + 1 } }, 'outcome'],
    ['a file that was saved after that', { outcome: failed, saved: { hasFailed: false, at: at + 1 } }, 'saved'],
    [
      'a failure after a file was saved',
      { outcome: { ...failed, at: at + 2 }, saved: { hasFailed: false, at } },
      'outcome',
    ],
    ['a file that could not be saved', { lacks: ['power'], saved: { hasFailed: true, at } }, 'saved'],
  ])('%s', (_name, facts, kind) => {
    expect(noticeToShow({ ...nothing, ...facts })?.kind).toBe(kind)
  })
})

describe('an outcome has two forms', () => {
  const error = appError('permission-lacking')
  const lost = appError('timeout', { mayHaveActed: true })
  const unseen = appError('timeout', { message: 'What came of it was not seen.' })
  test.each<[Partial<PowerAction>, string, string]>([
    [{ phase: 'refused', error }, 'Restart refused', `Restart refused. ${error.message}`],
    [{ phase: 'refused', error: appError('host-not-found') }, 'Restart not sent', 'Restart not sent. '],
    [{ phase: 'unconfirmed', error: appError('timeout') }, 'Restart not confirmed', 'Restart not confirmed. '],
    [{ phase: 'refused', error: lost }, 'Restart not confirmed', 'Restart not confirmed. '],
    [{ phase: 'stalled', signal: 'stop' }, 'Stop stalled', 'Stop stalled. It did not stop in time.'],
    [{ phase: 'stalled', error: unseen }, 'Restart stalled', 'Restart stalled. What came of it was not seen.'],
    [{ phase: 'waiting' }, 'The panel’s rate limit is reached', 'The panel’s rate limit is reached.'],
    [{ phase: 'confirmed' }, 'Restarted ', 'Restarted '],
    [{ phase: 'unconfirmed' }, 'Restart accepted ', 'Restart accepted '],
  ])('%j: %s', (more, short, text) => {
    const action = powerAction({ changedAt: at, startedAt: at - 5, ...more })
    const outcome = describeOutcome(appState(), { ...server, action }, null, at)
    expect(outcome?.short.startsWith(short)).toBe(true)
    expect(outcome?.short).not.toMatch(/\.$/)
    expect(outcome?.text.startsWith(text)).toBe(true)
    expect(outcome?.text.startsWith(outcome.short)).toBe(true)
    expect(outcome?.at).toBe(at - 5)
  })

  test('a call that was not taken on is told by its own time', () => {
    const callError = { error: appError('action-running'), at }
    expect(describeOutcome(appState(), server, callError, at)).toMatchObject({ short: 'Action not sent', at })
  })
})

describe('keys', () => {
  const press = (more: Partial<Press>): Press => ({
    key: 'a',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
    isHere: true,
    isFirst: false,
    ...more,
  })
  const enter = { key: 'Enter', isFirst: true }
  test.each<[string, Partial<Press>, boolean, boolean, KeyAct | null]>([
    ['a letter', {}, false, false, null],
    ['Ctrl+1', { key: '1', ctrlKey: true }, false, false, { area: 0 }],
    ['Ctrl+9 from elsewhere', { key: '9', ctrlKey: true, isHere: false }, true, false, { area: 8 }],
    ['Ctrl+0', { key: '0', ctrlKey: true }, false, false, null],
    ['AltGr+2, which types a letter', { key: '2', ctrlKey: true, altKey: true }, false, false, null],
    ['Ctrl+F', { key: 'f', ctrlKey: true }, true, false, 'find'],
    ['Ctrl+F from elsewhere', { key: 'f', ctrlKey: true, isHere: false }, true, false, null],
    ['Escape', { key: 'Escape' }, true, false, 'back'],
    ['Escape from elsewhere', { key: 'Escape', isHere: false }, false, false, null],
    ['Alt+← in the full view', { key: 'ArrowLeft', altKey: true }, false, false, 'back'],
    ['Alt+← in a pane', { key: 'ArrowLeft', altKey: true }, true, false, null],
    ['Option+← on a Mac, by a word', { key: 'ArrowLeft', altKey: true }, false, true, null],
    ['⌘[ on a Mac', { key: '[', metaKey: true }, false, true, 'back'],
    ['a second Enter', enter, true, false, 'full'],
    ['an Enter that is held', { ...enter, repeat: true }, true, false, null],
    ['an Enter after other keys', { key: 'Enter' }, true, false, null],
    ['an Enter in the full view', enter, false, false, null],
  ])('%s', (_name, more, isPeek, isMac, act) => {
    expect(keyAct(press(more), isPeek, isMac)).toEqual(act)
  })
})

describe('areas', () => {
  const choices = [
    { id: 'console', name: 'Console', isInPeek: true, why: null },
    { id: 'live', name: 'Live', isInPeek: true, why: 'no load' },
    { id: 'activity', name: 'Activity', isInPeek: false, why: null },
  ] as const
  test.each([
    ['console', true, 'console'],
    ['live', false, 'console'],
    ['activity', true, 'console'],
    ['activity', false, 'activity'],
  ] as const)('%s, as a pane %s, shows %s', (wanted, isPeek, shown) => {
    expect(areaToShow(choices, wanted, isPeek)).toBe(shown)
  })

  test.each([
    [[60, 40, 70], 170, 3],
    [[60, 40, 70], 169, 1],
    [[60, 40, 70], 204, 3],
    [[60, 60, 60, 60], 239, 2],
    [[60, 40, 70], 0, 0],
    [[], 0, 0],
  ])('%j in %i pixels: %i', (widths, room, fits) => {
    expect(fitting(widths, room, 104)).toBe(fits)
  })

  test('the last one of each server is remembered, the first one by leaving it out', () => {
    const one = withArea([], server.ref, 'live')
    expect(rememberedArea(one, server.ref)).toBe('live')
    expect(rememberedArea(one, other.ref)).toBe('console')
    expect(withArea(one, server.ref, 'activity')).toEqual([{ ref: server.ref, area: 'activity' }])
    expect(withArea(one, server.ref, 'console')).toEqual([])
    expect(areaIds[0]).toBe('console')
  })

  test('only so many are, those chosen last', () => {
    const refs = Array.from(
      { length: maxRememberedAreas + 1 },
      (_, i) => serverView({ identifier: `many${1_000 + i}` }).ref,
    )
    const all = refs.reduce<ReturnType<typeof withArea>>((areas, ref) => withArea(areas, ref, 'live'), [])
    expect(all).toHaveLength(maxRememberedAreas)
    expect(all[0]?.ref).toBe(refs[1])
  })
})

describe('the size', () => {
  const at = (more: Partial<View>) => {
    const view = createView()
    view.setState(more)
    return view
  }

  test('full opened from a pane leads back to that pane', () => {
    const view = at({ open: server.ref })
    view.setState({ open: other.ref, size: 'full' })
    expect(view.getState()).toMatchObject({ behind: server.ref, tabs: [server.ref, other.ref] })
    expect(isFull(view.getState())).toBe(true)
    view.setState(backToList(view.getState()))
    expect(view.getState()).toMatchObject({ open: server.ref, size: 'peek', behind: null })
    expect(backToList(view.getState())).toEqual({})
  })

  test('full opened over the list alone leads back to the list alone', () => {
    const view = at({ open: server.ref, size: 'full' })
    view.setState(backToList(view.getState()))
    expect(view.getState()).toMatchObject({ open: null, size: 'peek' })
  })

  test('in a narrow window every server is full, and the list is without one', () => {
    const view = at({ isNarrow: true, open: server.ref })
    expect(isFull(view.getState())).toBe(true)
    view.setState(backToList(view.getState()))
    expect(view.getState()).toMatchObject({ open: null, size: 'peek' })
    expect(isFull(view.getState())).toBe(false)
  })

  test('it ends with its server, so that the next one is a pane again', () => {
    const view = at({ open: server.ref, size: 'full' })
    view.setState({ open: null })
    expect(view.getState().size).toBe('peek')
  })

  test('a pane whose tab was closed does not come back', () => {
    const view = at({ open: server.ref })
    view.setState({ open: other.ref, size: 'full' })
    view.setState({ tabs: [other.ref] })
    expect(backToList(view.getState()).open).toBeNull()
  })
})

describe('the head', () => {
  const resources = { cpuPercent: 1, memoryBytes: 1, diskBytes: 1, uptimeMs: 6.2 * 3_600_000 }
  test.each([
    [{ ...server, observedAt: at, resources }, false, 'Running 6 h'],
    [{ ...server, observedAt: at, resources: { ...resources, uptimeMs: 1 } }, false, 'Running'],
    [{ ...server, observedAt: at, resources: { ...resources, uptimeMs: null } }, false, 'Running'],
    [{ ...server, observedAt: at }, false, 'Running'],
    [{ ...server, state: 'offline' as const, resources }, false, 'Offline'],
  ])('%#: says %s %s', (view, isAway, word) => {
    expect(headState(view, at, isAway).word).toBe(word)
  })

  test('says no uptime while the panel does not answer', () => {
    expect(headState({ ...server, observedAt: at, resources }, at, true).word).toMatch(/^Running as of /)
  })
})

test('of several failing keys the first is told by name, and one that waits comes last', () => {
  const failing = (id: string) =>
    keyView({ id, health: { kind: 'failing', since: at, error: appError('token-refused') } })
  const keys = ['a', 'b', 'c'].map(failing)
  const waiting = keyView({ id: 'w', health: { kind: 'failing', since: at, error: appError('rate-limited') } })
  expect(bannerKeys([keyView(), waiting, ...keys.slice(0, 2)])).toEqual(keys.slice(0, 1))
  expect(bannerKeys(keys)).toEqual(keys.slice(0, 1))
  expect(bannerKeys([keyView()])).toEqual([])
})
