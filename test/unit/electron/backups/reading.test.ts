import { expect, it } from 'vitest'
import { readAfterForeignEnds } from '../../../../electron/backups/reading.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const [one, two] = [serverView({ identifier: 'a1b2c3d4' }).ref, serverView({ identifier: 'b1b2c3d4' }).ref]

function setUp(followed: readonly ServerRef[] = []) {
  const clock = createFakeClock()
  const read: ServerRef[] = []
  let tell = (_ref: ServerRef) => {}
  const end = readAfterForeignEnds(
    clock,
    (listener) => {
      tell = listener
      return () => {
        tell = () => {}
      }
    },
    (ref) => followed.includes(ref),
    (ref) => read.push(ref),
  )
  return { clock, read, end, tell: (ref: ServerRef) => tell(ref) }
}

it('reads the list a second after the machine’s word, once for each server', async () => {
  const { clock, read, tell } = setUp()
  for (const ref of [one, one, two, one]) tell(ref)
  await clock.advance(900)
  expect(read).toEqual([])
  await clock.advance(200)
  expect(read).toEqual([one, two])
})

it('reads no more often than every 15 seconds, whatever the machine says, and not less', async () => {
  const { clock, read, tell } = setUp()
  for (let second = 0; second < 60; second += 1) {
    tell(one)
    await clock.advance(1_000)
  }
  expect(read).toHaveLength(4)
})

it('reads nothing where the end is looked for anyway', async () => {
  const { clock, read, tell } = setUp([one])
  tell(one)
  tell(two)
  await clock.advance(20_000)
  expect(read).toEqual([two])
})

it('reads nothing once the app ends', async () => {
  const { clock, read, end, tell } = setUp()
  tell(one)
  end()
  tell(two)
  await clock.advance(20_000)
  expect(read).toEqual([])
})
