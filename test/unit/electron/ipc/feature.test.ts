import { expect, expectTypeOf, it } from 'vitest'
import { disposeInReverse, type Feature, handlersOf, startFeatures } from '../../../../electron/ipc/feature.ts'
import { createRouter } from '../../../../electron/ipc/router.ts'
import { ok } from '../../../../shared/result.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const addsDemo = { demo: true }

/** Features that note what is done with them. */
function setUp() {
  const done: string[] = []
  const feature = (name: string, change: Partial<Feature<never>> = {}): Feature<never> => ({
    handlers: {},
    load: () => void done.push(`load ${name}`),
    start: ({ demo }) => void done.push(`start ${name}, demo ${demo}`),
    dispose: () => void done.push(`dispose ${name}`),
    ...change,
  })
  return { done, feature }
}

it('loads all features, then starts each when the one before it has started', async () => {
  const { done, feature } = setUp()
  const slow = Promise.withResolvers<void>()
  const start = () => {
    done.push('start b')
    return slow.promise
  }
  const started = startFeatures([feature('a'), feature('b', { start }), feature('c')], addsDemo)
  const before = ['load a', 'load b', 'load c', 'start a, demo true', 'start b']
  expect(done).toEqual(before)
  slow.resolve()
  await started
  expect(done).toEqual([...before, 'start c, demo true'])
})

it('disposes of features in reverse, each when the one after it has ended', async () => {
  const { done, feature } = setUp()
  const slow = Promise.withResolvers<void>()
  const dispose = () => {
    done.push('dispose b')
    return slow.promise
  }
  const log = createTestLog()
  const ended = disposeInReverse([feature('a'), feature('b', { dispose }), feature('c'), feature('d')], log)
  expect(done).toEqual(['dispose d', 'dispose c', 'dispose b'])
  slow.resolve()
  await ended
  expect(done).toEqual(['dispose d', 'dispose c', 'dispose b', 'dispose a'])
  expect(log.lines).toEqual([])
})

it('lets no feature that fails at its end keep others from theirs', async () => {
  const { done, feature } = setUp()
  const throws = () => {
    throw new Error('at once')
  }
  const rejects = async () => throws()
  const log = createTestLog()
  const features = [feature('a'), feature('b', { dispose: throws }), feature('c', { dispose: rejects }), feature('d')]
  await disposeInReverse(features, log)
  expect(done).toEqual(['dispose d', 'dispose a'])
  expect(log.lines).toHaveLength(2)
})

const demo: Feature<'demo:add' | 'demo:open'> = {
  handlers: { 'demo:add': () => ok({ keyId: 'home' as never }), 'demo:open': () => ok() },
  dispose() {},
}

it('needs every feature for a router', () => {
  const notices: Feature<'notices:dismiss'> = { handlers: { 'notices:dismiss': () => ok() }, dispose() {} }
  const handlers = handlersOf({ demo, notices })
  expect(Object.keys(handlers)).toEqual(['demo:add', 'demo:open', 'notices:dismiss'])
  expectTypeOf<keyof typeof handlers>().toEqualTypeOf<'demo:add' | 'demo:open' | 'notices:dismiss'>()
  // @ts-expect-error the handlers of the other features are missing
  createRouter({ handlers, origin: 'app://servertray', log: createTestLog() })
})

it('takes no two features that answer the same channel', () => {
  const other: Feature<'demo:open' | 'notices:dismiss'> = {
    handlers: { 'demo:open': () => ok(), 'notices:dismiss': () => ok() },
    dispose() {},
  }
  // @ts-expect-error both answer demo:open
  handlersOf({ demo, other })
})
