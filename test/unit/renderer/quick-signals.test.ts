import { expect, it } from 'vitest'
import { buttonChoices, offersKill } from '../../../renderer/parts/servers/quick-signals.ts'
import { powerAction, serverView } from '../../fixtures/server-view.ts'

it.each([
  [{ state: 'running' }, 'stop restart kill', false],
  [{ state: 'stopping' }, 'kill', true],
  [{ state: 'running', action: powerAction({ phase: 'accepted' }) }, 'kill', false],
  [{ state: 'stopping', action: powerAction({ phase: 'stalled', signal: 'stop' }) }, 'stop kill', true],
  // Dropped once more, so that only a kill helps.
  [{ state: 'stopping', action: powerAction({ phase: 'stalled', signal: 'restart' }) }, 'kill', true],
] as const)('%j leaves open: %s; has a button for Kill: %s', (more, open, hasKill) => {
  const server = serverView(more)
  const choices = Object.entries(buttonChoices(server, null))
  expect(choices.flatMap(([signal, reason]) => (reason === null ? [signal] : [])).join(' ')).toBe(open)
  expect(offersKill(server)).toBe(hasKill)
})
