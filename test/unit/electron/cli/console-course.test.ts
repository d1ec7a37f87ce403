import { expect, it } from 'vitest'
import { createCourse, type Stage } from '../../../../electron/cli/console-course.ts'
import { appError } from '../../../../shared/errors.ts'
import type { ConsoleStream } from '../../../../shared/model/console-schema.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

function open(takesInput = false) {
  const clock = createFakeClock()
  const said: string[] = []
  const course = createCourse({ clock, takesInput, say: (words) => said.push(words) })
  let before: ConsoleStream | null = null
  const follow = (phase: ConsoleStream['phase'], more: Partial<ConsoleStream> = {}) => {
    const stream = { phase, retryAt: null, error: null, ...more }
    course.follow(stream, before)
    before = stream
  }
  return { clock, said, course, follow }
}

it.each<[Stage, string]>([
  ['access', 'the panel'],
  ['connection', 'the machine that runs the server'],
  ['sign-in', 'the sign-in'],
])('says what it waits for, and that it was never open: %s', async (stage, what) => {
  const { clock, said, course, follow } = open()
  follow('connecting')
  course.reach(stage)
  await clock.advance(10_000)
  expect(said).toEqual([expect.stringContaining(what)])
  expect(course.trouble()?.message).toMatch(/^The console never opened\. /)
})

it('says that a machine did not accept the sign-in, and when it is tried again', () => {
  const { clock, said, course, follow } = open()
  follow('connecting')
  course.reach('sign-in')
  follow('waiting', { retryAt: clock.now() + 4_000, error: appError('console-unreachable') })
  expect(said).toEqual(['The machine did not accept the sign-in. Trying again in 4 s.'])
  expect(course.trouble()?.code).toBe('console-unreachable')
})

it.each([
  ['held', 'server-unavailable', false],
  ['ended', 'token-refused', true],
  ['none', 'no-live-output', true],
] as const)('%s ends with its own error', (phase, code, isOver) => {
  const { course, follow } = open()
  follow('connecting')
  follow(phase, { error: appError(code) })
  expect([course.trouble()?.code, course.over.aborted]).toEqual([code, isOver])
})

it('takes commands without live output', () => {
  const { course, follow } = open(true)
  follow('none', { error: appError('no-live-output') })
  expect([course.trouble(), course.over.aborted]).toEqual([null, false])
})
