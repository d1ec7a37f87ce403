import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { serverConditionSchema, serverStateSchema } from '../../../../shared/model/server-schema.ts'
import { createReplay, type Replay } from './replay.ts'

describe('any history', () => {
  const wait = fc.integer({ min: 1, max: 1_200 })
  const quietStep = fc.oneof(
    fc.record({ do: fc.constant('read' as const), state: fc.constantFrom(...serverStateSchema.options), wait }),
    fc.record({ do: fc.constant('hold' as const), condition: fc.constantFrom(...serverConditionSchema.options), wait }),
    fc.record({ do: fc.constant('lose' as const), wait }),
    fc.record({ do: fc.constant('network' as const), online: fc.boolean(), wait }),
    fc.record({ do: fc.constant('rest' as const), wait }),
    fc.record({ do: fc.constant('act' as const), signal: fc.constantFrom('start', 'stop', 'restart', 'kill'), wait }),
  )
  type Step = typeof quietStep extends fc.Arbitrary<infer T> ? T : never

  /** Plays a step. @param isUp whether the server was up when it was last read; returns the same after the step */
  async function play(replay: Replay, step: Step, isUp: boolean): Promise<boolean> {
    let next = isUp
    switch (step.do) {
      case 'read':
        // The one edge that these histories lack: between up and offline a stop is seen.
        if (isUp && step.state === 'offline') replay.read('Survival', 'stopping')
        replay.read('Survival', step.state, 60)
        if (step.state !== 'unknown') next = step.state === 'running' || step.state === 'starting'
        break
      case 'hold':
        await replay.hold('Survival', step.condition)
        next = false
        break
      case 'lose':
        await replay.lose('Survival')
        break
      case 'network':
        replay.setOnline(step.online)
        break
      case 'rest':
        await replay.sleep(step.wait / 100)
        break
      case 'act':
        replay.act('Survival', step.signal)
    }
    await replay.wait(step.wait)
    return next
  }

  it('without an edge from running to offline tells of no stop and marks none', async () => {
    let told = 0
    await fc.assert(
      fc.asyncProperty(fc.array(quietStep, { minLength: 1, maxLength: 25 }), async (steps) => {
        const replay = createReplay()
        let isUp = false
        for (const step of steps) {
          isUp = await play(replay, step, isUp)
          expect(replay.mark('Survival')).toBeNull()
        }
        expect(replay.happened.filter(({ kind }) => kind === 'down' || kind === 'back')).toEqual([])
        told += replay.happened.length
        replay.dispose()
      }),
      { numRuns: 150 },
    )
    expect(told).toBeGreaterThan(0)
  })
})
