import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { restartsPath } from '../../electron/restart/file.ts'
import { setUpCli } from '../fixtures/cli-rig.ts'
import { demoServers, must } from '../fixtures/demo.ts'
import { jsonLines } from '../fixtures/lines.ts'
import { openCore } from '../fixtures/open-core.ts'
import { restartChoices } from '../fixtures/plan-view.ts'
import { setUpFolder } from '../fixtures/temporary-folder.ts'

const { survival, creative, offline } = demoServers
const { demo, token, start } = setUpCli()

describe('plan list', () => {
  const profile = setUpFolder()

  it('says that nothing is planned, with and without a profile', async () => {
    const env = { SERVERTRAY_HOME: profile(), SERVERTRAY_URL: '', SERVERTRAY_TOKEN: '' }
    const plain = { code: 0, stdout: 'No restarts are planned.\n', stderr: '' }
    expect(await start(['plan', 'list'], env).end).toMatchObject(plain)
    const away = { ...env, SERVERTRAY_HOME: join(profile(), 'away') }
    expect(await start(['plan', 'list', '--json'], away).end).toMatchObject({ ...plain, stdout: '' })
  })

  it('lists what the app plans, and what it missed while it did not run', async () => {
    const core = openCore(profile())
    await core.start({ demo: false })
    must(await core.keys.registry.add({ address: demo().baseUrl, token: token(), label: 'Home' }))
    const ref = (identifier: string) => {
      const found = Object.values(core.store.get().servers).find((server) => server.identifier === identifier)
      if (found === undefined) throw new Error(`there is no ${identifier}`)
      return found.ref
    }
    const [once, gone, daily] = [ref(survival), ref(creative), ref(offline)]
    const choices = restartChoices()
    must(core.restart.plans.start({ ref: once, choices, zeroAt: Date.now() + 600_000, origin: 'window' }))
    core.restart.plans.noteMissed([{ ref: gone, choices, zeroAt: Date.now() - 60_000, origin: 'window' }])
    const every = { refs: [daily], days: [0, 6], time: '03:00', timeZone: 'Europe/Berlin', choices, waitMinutes: 60 }
    must(core.restart.schedules.save({ ...every, enabled: true }))
    must(core.restart.schedules.save({ ...every, enabled: false }))
    must(core.restart.schedules.save({ ...every, time: '04:00', enabled: false }))
    await core.dispose()
    const env = { SERVERTRAY_HOME: profile(), SERVERTRAY_URL: '', SERVERTRAY_TOKEN: '' }
    const { code, stdout, stderr } = await start(['plan', 'list', '--json'], env).end
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(jsonLines(stdout)).toEqual([
      { refs: [once], at, status: 'counting', repeats: '' },
      { refs: [gone], at, status: 'missed', repeats: '' },
      { refs: [daily], at, status: 'enabled', repeats: 'Sun Sat 03:00 Europe/Berlin' },
      { refs: [daily], at: '', status: 'paused', repeats: 'Sun Sat 03:00 Europe/Berlin' },
      { refs: [daily], at: '', status: 'paused', repeats: 'Sun Sat 04:00 Europe/Berlin' },
    ])
    const words = await start(['plan', 'list'], env).end
    // As after days in which the app did not run.
    const path = restartsPath(profile())
    const nextAt = /"nextAt": ?\d+/g
    const kept = readFileSync(path, 'utf8')
    expect(kept).toMatch(nextAt)
    writeFileSync(path, kept.replaceAll(nextAt, `"nextAt":${Date.now() - 3 * 86_400_000}`))
    const later = await start(['plan', 'list', '--json'], env).end
    expect(jsonLines(later.stdout)[2]).toEqual(jsonLines(stdout)[2])
    expect(words.stdout).toMatch(
      /^NEXT +STATUS +REPEATS +SERVERS\n(?:.*\n)+They run only while Servertray is running\.\n$/,
    )
  })
})
