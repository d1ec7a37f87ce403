import { commandFor, findRuntime } from '../../build/runtime.ts'
import { smoke } from '../../build/smoke.ts'
import { expect, test } from './fixture.ts'

/** As the release pipeline runs the packaged app; here it is the built one. */
const run = async (env: NodeJS.ProcessEnv) =>
  smoke(commandFor(await findRuntime(process.env), [], { ...process.env, SERVERTRAY_HEADLESS: '1', ...env }))

test('the app starts on the demo panel, lists, has a tray, and ends when a second start says so', async () => {
  expect(await run({ SERVERTRAY_TRAY: 'shown', SERVERTRAY_VAULT: 'memory' })).toBeNull()
})

test('an app that cannot start is told', async () => {
  expect(await smoke({ file: process.execPath, args: ['-e', 'process.exit(3)', '--'], env: process.env })).toBe(
    'it ended with code 3, before its start',
  )
})
