import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createHandoverRig, type Fate, fates, type HandoverRig, survival } from '../../../fixtures/handover-rig.ts'
import { sizeOf } from '../../../fixtures/run.ts'

const runs = sizeOf({ short: 100, long: 1_500 })
type Step = 'create' | 'restart' | 'unreadable' | 'readable' | 'somebody-deletes'
const settle = async () => {
  for (let i = 0; i < 300; i += 1) await Promise.resolve()
}

/** Lives of the app, the next one after each end, with a person who does something at each step. */
function begin(rig: HandoverRig, fated: readonly (Fate | null)[]) {
  let app = rig.open()
  let hasEnded = false
  let calls = 0
  rig.setFate(
    () => fated[calls++] ?? null,
    () => {
      hasEnded = true
    },
  )
  const steps: Readonly<Record<Step, () => unknown>> = {
    create: () => app.create('nightly'),
    unreadable: () => rig.setUnreadable(true),
    readable: () => rig.setUnreadable(false),
    restart: () => {
      hasEnded = true
    },
    'somebody-deletes': () => rig.remove(survival.ref),
  }
  return async function go(step: Step) {
    await Promise.race([steps[step](), settle()])
    if (hasEnded) app = rig.open()
    hasEnded = false
  }
}

const stepArb = fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
  { weight: 4, arbitrary: fc.constant<Step>('create') },
  { weight: 1, arbitrary: fc.constantFrom<Step>('restart', 'unreadable', 'readable', 'somebody-deletes') },
)

it('is never run by both, whatever fails and whenever the app ends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stepArb, { minLength: 1, maxLength: 8 }),
      fc.array(fc.option(fc.constantFrom<Fate>(...fates), { freq: 3 }), { maxLength: 60 }),
      fc.constantFrom(0, 120),
      fc.boolean(),
      async (steps, fated, zone, tellsNew) => {
        const rig = createHandoverRig({ zone, tellsNew })
        const go = begin(rig, fated)
        for (const step of steps) {
          await go(step)
          expect(rig.wasBoth()).toBe(false)
          if (rig.runsHere()) expect(rig.running()).toEqual([])
        }
      },
    ),
    { numRuns: runs },
  )
})
