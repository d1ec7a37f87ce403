import { describe, expect, it } from 'vitest'
import { activityEntry } from '../../../../electron/activity/entry.ts'
import type { ActivityEvent } from '../../../../shared/activity/contract.ts'
import { appError } from '../../../../shared/errors.ts'
import { createReplay, type Replay } from '../notify/replay.ts'

const kept = ({ happened }: Replay) =>
  happened.map((event) => activityEntry(event, 'id')?.event).filter((event) => event !== undefined)

const histories: readonly (readonly [string, (replay: Replay) => Promise<void>, readonly ActivityEvent[]])[] = [
  [
    'a crash and its end',
    (r) => r.poll('Survival', 'running', 'offline', 'running'),
    [{ kind: 'crashed' }, { kind: 'back' }],
  ],
  [
    'a server that keeps restarting: that, and no more falls',
    (r) => r.poll('Survival', 'running', 'offline', 'running', 'offline', 'running', 'offline', 'running'),
    [{ kind: 'crashed' }, { kind: 'back' }, { kind: 'flapping', count: 2, spanMs: 40_000 }],
  ],
  [
    'the end of an action, not its way there',
    async (r) => {
      r.act('Survival', 'restart', { origin: 'tray' })
      r.end('Survival', 'confirmed')
      await r.wait(1)
    },
    [{ kind: 'power', signal: 'restart', origin: 'tray', phase: 'confirmed', why: null }],
  ],
  [
    'why an action was refused',
    async (r) => {
      r.act('Survival', 'stop', { phase: 'sending' })
      r.end('Survival', 'refused', appError('permission-lacking', { message: 'No.', detail: 'ptlc_secret' }))
      await r.wait(1)
    },
    [{ kind: 'power', signal: 'stop', origin: 'window', phase: 'refused', why: 'No.' }],
  ],
  [
    'a key refused',
    async (r) => {
      r.setKey('home-key', null)
      r.setKey('home-key', appError('token-refused'))
      await r.wait(1)
    },
    [{ kind: 'key-refused' }],
  ],
  [
    'a command that was sent: that, not its text',
    async (r) => {
      await r.command('Survival', 'op Mallory', 'sending')
      await r.command('Survival', 'op Mallory', 'sent')
      await r.command('Creative', 'stop', 'refused')
    },
    [{ kind: 'command', origin: 'window' }],
  ],
]

describe('the list keeps', () => {
  it.each(histories)('%s', async (_, history, events) => {
    const replay = createReplay()
    await history(replay)
    expect(kept(replay)).toEqual(events)
    expect(JSON.stringify(replay.happened)).not.toContain('Mallory')
    replay.dispose()
  })
})

it('names of a panel are made safe, and bounded', () => {
  const replay = createReplay()
  const event = {
    kind: 'down',
    ref: replay.refOf('Survival'),
    at: 1,
    how: 'crashed',
    lastUpAt: 0,
    isRepeated: false,
  } as const
  const entry = activityEntry({ ...event, name: `\u202e${'x'.repeat(500)}` }, 'id')
  expect(entry?.name).toBe(`${'x'.repeat(199)}…`)
  expect(entry).toMatchObject({ id: 'id', at: 1, ref: replay.refOf('Survival') })
})
