import { describe, expect, it } from 'vitest'
import { createJobQueue } from '../../../../../electron/demo-panel/schedules/job-queue.ts'
import { createFakeClock } from '../../../../fixtures/fake-clock.ts'

describe('the queue of jobs', () => {
  it('runs each when its time has come, as long as the worker runs', async () => {
    const clock = createFakeClock()
    const queue = createJobQueue(clock)
    const ran: string[] = []
    queue.after(0, () => ran.push('at once'))
    queue.after(1_000, () => ran.push('later'))
    expect(ran).toEqual(['at once'])
    queue.setRunning(false)
    await clock.advance(5_000)
    expect(ran).toEqual(['at once'])
    queue.after(9_000, () => ran.push('last'))
    queue.setRunning(true)
    expect(ran).toEqual(['at once', 'later'])
    await clock.advance(9_000)
    expect(ran).toEqual(['at once', 'later', 'last'])
  })

  it('forgets what waits when it ends', async () => {
    const clock = createFakeClock()
    const queue = createJobQueue(clock)
    queue.after(1_000, () => expect.unreachable())
    queue.dispose()
    await clock.advance(2_000)
    expect(clock.pending()).toBe(0)
  })
})
