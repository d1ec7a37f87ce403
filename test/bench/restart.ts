import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../electron/lib/clock.ts'
import { until } from '../e2e/until.ts'
import { must, startDemo } from '../fixtures/demo.ts'
import { openCore } from '../fixtures/open-core.ts'
import { restartChoices } from '../fixtures/plan-view.ts'
import { type Figure, ms, times } from './figures.ts'

const warnings = [8, 6, 4, 3, 2, 1]

/** How late a timer of Node is at most, over as many as a countdown sends things, in milliseconds. */
async function timerLateness(): Promise<number> {
  let most = 0
  for (let round = 0; round <= warnings.length; round += 1) {
    const due = Date.now() + 1_000
    await systemClock.sleep(1_000)
    most = Math.max(most, Date.now() - due)
  }
  return most
}

/** A restart with warnings: how late its warnings and its signal arrive at the panel at most. */
export async function measureRestart(): Promise<Figure> {
  const demo = await startDemo({ clock: systemClock, timings: { startMs: 400, stopMs: 200 } })
  const profile = mkdtempSync(join(tmpdir(), 'servertray-bench-'))
  const core = openCore(profile)
  try {
    await core.start({ demo: false })
    must(await core.keys.registry.add({ address: demo.baseUrl, token: demo.token(), label: 'Bench' }))
    const survival = () => Object.values(core.store.get().servers).find(({ name }) => name === 'Survival')
    const server = await until('a server that runs', () => survival()?.state === 'running' && survival())
    const zeroAt = Date.now() + 10_000
    const choices = restartChoices({ text: 'say Restart in {time}', warnings })
    must(core.restart.plans.start({ ref: server.ref, choices, zeroAt, origin: 'tray' }))
    const posts = () => demo.panel.requests().filter(({ method }) => method === 'POST')
    await until('the signal', () => posts().some(({ path }) => path.endsWith('/power')))
    const late = posts().map(({ at }, i) => at - (zeroAt - (warnings[i] ?? 0) * 1_000))
    const most = Math.max(...late)
    const timer = Math.max(1, await timerLateness())
    return {
      name: 'a warning or the signal of a countdown is late by at most (≤ 500 ms)',
      value: ms(most),
      reference: `${ms(timer)} (a timer)`,
      ratio: times(most / timer),
      aim: '≤ 500 ms',
      holds: most <= 500,
    }
  } finally {
    await core.dispose()
    await demo.panel.dispose()
    rmSync(profile, { recursive: true, force: true })
  }
}
