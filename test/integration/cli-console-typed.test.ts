import { expect, it } from 'vitest'
import { startOn } from '../fixtures/cli-here.ts'
import { demoServers } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'
import { advanceUntil } from '../fixtures/open-core.ts'

const rig = setUpFakeDemo()

async function* typed() {
  yield 'say \u0007'
  yield 'list'
}

it('goes on after a typed command that failed, and ends with the code of the first that did', async () => {
  const stopping = new AbortController()
  const argv = ['console', demoServers.offline]
  const { out, end } = startOn(rig, { argv, input: typed(), isTyped: true, stopped: stopping.signal })
  await advanceUntil(rig.demo.clock, () => /is not running/.test(out.stderr), 60_000, 500)
  stopping.abort()
  expect(await end()).toMatchObject({ exit: 2, stderr: expect.stringContaining('That command can’t be sent.') })
})
