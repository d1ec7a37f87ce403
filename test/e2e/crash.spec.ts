import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crashToken, createCrashHook } from '../fixtures/crash-hook.ts'
import { must } from '../fixtures/demo.ts'
import { restartChoices } from '../fixtures/plan-view.ts'
import { bridgeOf, stateOf } from './bridge.ts'
import { expect, test } from './fixture.ts'
import { until } from './until.ts'
import { reaches } from './window.ts'

const again = 'The app would start again'

test.skip(process.platform === 'win32', 'Windows has no signal that makes the app crash')

test('a crash starts the app anew, once: it says so, and what was ahead goes on', { tag: '@long' }, async ({
  start,
}) => {
  const profile = mkdtempSync(join(tmpdir(), 'servertray-crash-profile-'))
  const hook = createCrashHook(`process.on('SIGUSR2', () => { throw failure })`)
  const run = (args: string[]) => start({ profile, env: hook.env, args })
  try {
    const { app, page } = await run(['--demo'])
    await reaches(page, 'Survival', /^Running/)
    const server = Object.values((await stateOf(page)).servers).find(({ name }) => name === 'Survival')
    const choices = restartChoices({ warnings: [] })
    const request = { ref: server?.ref ?? '', choices, when: { inSeconds: 600 } }
    must(await (await bridgeOf(page)).evaluate(({ call }, wanted) => call('restart:plan', wanted as never), request))
    process.kill(app.pid, 'SIGUSR2')
    expect(await app.waitForExit()).toEqual({ code: 1, signal: null })
    expect(app.output()).toContain(again)
    expect(app.output()).toContain('--demo')

    const second = await run([])
    const notice = second.page.getByText('Servertray ended because something went wrong inside it, and started itself')
    await notice.waitFor()
    await expect(second.page.getByText('Please report this: Error: with [redacted]')).toBeVisible()
    await until('the plan to go on', async () =>
      Object.values((await stateOf(second.page)).plans).some(({ phase }) => phase === 'counting'),
    )
    process.kill(second.app.pid, 'SIGUSR2')
    expect(await second.app.waitForExit()).toEqual({ code: 1, signal: null })
    expect(second.app.output()).not.toContain(again)

    const third = await run([])
    await third.page.getByText('Servertray ended because something went wrong inside it.').waitFor()
    await third.app.kill('SIGTERM')
    await third.app.waitForExit()
    // Each is told once.
    const fourth = await run([])
    await reaches(fourth.page, 'Survival', /^Restarts in/)
    await expect(fourth.page.getByText('Servertray ended because')).toHaveCount(0)
    expect(readFileSync(join(profile, 'crash.json'), 'utf8')).not.toContain(crashToken)
  } finally {
    hook.dispose()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})
