import { expect, test } from 'vitest'
import { powerChoices } from '../../../../shared/model/power-choices.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

test('a server whose keys lack Power takes none, and says why', () => {
  const lack = { reason: 'key lacks Power', hint: '' }
  expect(Object.values(powerChoices(serverView({ state: 'running' }), lack))).toEqual(Array(4).fill('key lacks Power'))
})

test.each([
  [{ state: 'unknown' }, 'start stop restart kill'],
  [{ state: 'running' }, 'stop restart kill'],
  [{ state: 'starting' }, 'stop restart kill'],
  [{ state: 'stopping' }, 'kill'],
  [{ state: 'offline' }, 'start'],
  [{ state: 'running', action: powerAction({ phase: 'accepted' }) }, 'kill'],
  [{ state: 'running', action: powerAction({ phase: 'refused' }) }, 'stop restart kill'],
  [{ state: 'stopping', action: powerAction({ phase: 'stalled' }) }, 'kill'],
  [{ state: 'running', condition: 'suspended' }, ''],
  [{ state: 'running', keyIds: [] }, ''],
] as const)('%j leaves: %s', (more, free) => {
  const choices = powerChoices(serverView(more), null)
  expect(
    Object.entries(choices)
      .filter(([, reason]) => reason === null)
      .map(([signal]) => signal)
      .sort(),
  ).toEqual(free.split(' ').filter(Boolean).sort())
})
