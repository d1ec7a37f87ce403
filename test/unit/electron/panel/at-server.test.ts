import { expect, it, vi } from 'vitest'
import type { CallServer } from '../../../../electron/panel/at-server.ts'
import { atServer } from '../../../../electron/panel/at-server.ts'
import { fail } from '../../../../shared/result.ts'

it('what goes back as it came is not sent where the token was hidden in it, but where something else is put there', async () => {
  const callServer = vi.fn<CallServer>(async () => fail('cancelled'))
  const calls = {
    callServer,
    ofAct: () => ({ notAfter: 7 }),
    panelBaseUrl: '',
  }
  const at = atServer(calls, 'a1b2c3d4', {})
  const call = ['schedule-update', '/schedules/7'] as const
  const kept = { name: 'Nightly [token]', is_active: true, cron: { minute: '[token]' } }
  const sent = await at.act(...call, { kept, body: { is_active: false } })
  expect(sent).toMatchObject({ error: { code: 'malformed-answer' } })
  expect(callServer).not.toHaveBeenCalled()
  const body = { name: 'Nightly', cron: { minute: '0' } }
  await at.inTime().act(...call, { kept, body })
  const whole = { name: 'Nightly', is_active: true, cron: { minute: '0' } }
  const sentCall = { operation: 'schedule-update', method: 'POST', below: '/schedules/7', body: whole }
  expect(callServer.mock.calls).toEqual([['a1b2c3d4', sentCall, { notAfter: 7 }]])
})
