import { describe, expect, it } from 'vitest'
import { offerToTell, tellPlayers } from '../../../../../electron/app/quit/quit-guard.ts'
import type { RestartChoices } from '../../../../../shared/model/restart-schema.ts'
import { ok } from '../../../../../shared/result.ts'
import { setUpPlanRig } from '../../../../fixtures/plan-rig.ts'

describe('a quit while players wait for a restart', () => {
  const { clock, rig } = setUpPlanRig()

  const cancelText = 'say The restart was cancelled'
  const start = (more: Partial<RestartChoices> = {}) => rig.start(240, { warnings: [240, 60], cancelText, ...more })

  /** Tells players; `done` once that is over. */
  function tell() {
    const telling = { done: false }
    void tellPlayers({ store: rig.store, clock, plans: rig.plans }).then(() => {
      telling.done = true
    })
    return telling
  }

  it('offers to tell them, once they were warned', async () => {
    start()
    expect(offerToTell(rig.store.get())).toBeNull()
    await clock.pass(1_000)
    expect(offerToTell(rig.store.get())).toEqual({
      detail:
        'Players were warned of the restart of Survival. “Tell players and cancel” sends them the cancel message, then quits.',
      other: 'Tell players and cancel',
    })
  })

  it('waits until the panel has answered, and nothing of it goes on at the next start', async () => {
    start()
    await clock.pass(1_000)
    const { promise, resolve } = Promise.withResolvers<void>()
    rig.answer.command = async () => {
      await promise
      return ok()
    }
    const telling = tell()
    await clock.pass(5_000)
    expect([rig.sentAt(), telling.done]).toEqual([['warn 4 minutes @0', `${cancelText} @1`], false])
    resolve()
    await clock.pass(1)
    expect(telling.done).toBe(true)
    expect(rig.plan()).toMatchObject({ phase: 'cancelled' })
    rig.dispose()
    expect(rig.file.content.plans).toEqual([])
  })

  it('waits no longer than ten seconds for it', async () => {
    start()
    await clock.pass(1_000)
    rig.answer.command = () => new Promise(() => undefined)
    const telling = tell()
    await clock.pass(9_999)
    expect(telling.done).toBe(false)
    await clock.pass(1)
    expect(telling.done).toBe(true)
  })
})
