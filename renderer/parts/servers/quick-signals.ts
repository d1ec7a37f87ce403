import type { PowerSignal } from '../../../shared/model/power.ts'
import { powerChoices } from '../../../shared/model/power-choices.ts'
import type { ServerView } from '../../../shared/model/server.ts'

/** The signals with a button of their own, whether or not a key may send them; the menu has the others. */
export function quickSignals(server: ServerView): PowerSignal[] {
  if (server.action?.phase === 'stalled')
    return server.action.signal === 'kill' ? ['kill'] : [server.action.signal, 'kill']
  const choices = powerChoices(server, null)
  if (server.state === 'unknown') return choices.restart === null ? ['restart'] : []
  return (['start', 'restart', 'stop'] as const).filter((signal) => choices[signal] === null)
}
