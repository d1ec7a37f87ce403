import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Task, withChanged, withoutTask, withTask } from '../../../../../electron/demo-panel/schedules/schedule.ts'

function task(id: number, sequenceId = id): Task {
  const times = { createdAt: 0, updatedAt: 0 }
  const plain = { action: 'command', payload: '', timeOffset: 0, isQueued: false, continueOnFailure: false } as const
  return { id, sequenceId, ...plain, ...times }
}
const three = [task(1), task(2), task(3)]
const order = (tasks: readonly Task[]) => tasks.map(({ id, sequenceId }) => `${id}@${sequenceId}`).join(' ')

describe('the order of tasks', () => {
  it.each([
    ['at the end', null, '1@1 2@2 3@3 9@4'],
    ['at the front', 1, '9@1 1@2 2@3 3@4'],
    ['in between', 2, '1@1 9@2 2@3 3@4'],
    ['below the first', -5, '9@1 1@2 2@3 3@4'],
    ['far past the last', 70, '1@1 2@2 3@3 9@4'],
  ] as const)('takes one in %s', (_name, place, expected) => {
    expect(order(withTask(three, task(9), place))).toBe(expected)
  })

  it.each([
    ['up', task(3, 1), '3@1 1@2 2@3'],
    ['down', task(1, 3), '2@1 3@2 1@3'],
    ['nowhere', task(2, 2), '1@1 2@2 3@3'],
    // The panel does not look whether the place is there.
    ['past the last', task(1, 9), '2@1 3@2 1@9'],
  ] as const)('moves one %s', (_name, changed, expected) => {
    expect(order(withChanged(three, changed))).toBe(expected)
  })

  it('closes up where one goes', () => {
    expect(order(withoutTask(three, task(2)))).toBe('1@1 3@2')
    expect(order(withoutTask(three, task(3)))).toBe('1@1 2@2')
  })

  it('stays without gaps or doubles, whatever comes and goes in place', () => {
    const step = fc.record({
      what: fc.constantFrom('add', 'drop', 'move'),
      place: fc.integer({ min: 1, max: 12 }),
    })
    function after(tasks: Task[], { what, place }: { what: string; place: number }, id: number): Task[] {
      if (what === 'add') return withTask(tasks, task(id), place)
      const one = tasks[place % Math.max(1, tasks.length)]
      if (one === undefined) return tasks
      if (what === 'drop') return withoutTask(tasks, one)
      return withChanged(tasks, { ...one, sequenceId: Math.min(place, tasks.length) })
    }
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const tasks = steps.reduce(after, [])
        expect(tasks.map(({ sequenceId }) => sequenceId)).toEqual(tasks.map((_task, at) => at + 1))
      }),
    )
  })
})
