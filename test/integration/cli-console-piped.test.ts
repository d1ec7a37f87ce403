import { describe, expect, it } from 'vitest'
import { startOn } from '../fixtures/cli-here.ts'
import { demoServers, must } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'
import { eventually } from '../fixtures/eventually.ts'
import { jsonLines } from '../fixtures/lines.ts'
import { advanceUntil } from '../fixtures/open-core.ts'

const rig = setUpFakeDemo()
const { survival, offline } = demoServers

async function* piped(...lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `say number ${i + 1} of them`)
/** The requests to send a command that the panel answered with that status. */
const posts = (status: number) =>
  rig.demo.panel.requests().filter(({ path, ...one }) => path.endsWith('/command') && one.status === status)

/** The numbers of the commands that reached the game, as it says them. */
const said = () =>
  rig.demo.panel.consoleLines(survival).flatMap((line) => {
    const number = /\] number (\d+) of them/.exec(line)?.[1]
    return number === undefined ? [] : [Number(number)]
  })

function start(server: string, lines: readonly string[], ...options: readonly string[]) {
  const stopping = new AbortController()
  const command = startOn(rig, {
    argv: ['console', server, ...options],
    input: piped(...lines),
    stopped: stopping.signal,
  })
  return { ...command, stop: () => stopping.abort() }
}

describe('commands piped into the console', () => {
  it('wait for the panel’s rate limit, in order, and none is lost', async () => {
    await rig.restart({ rateLimit: { requests: 20, windowMs: 60_000 } })
    const { out, end, stop } = start(survival, numbered(60), '--json')
    await advanceUntil(rig.demo.clock, () => posts(204).length === 60, 600_000, 500)
    stop()
    expect(await end()).toMatchObject({ exit: 0, stderr: '' })
    expect(said()).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
    const lines = jsonLines(out.stdout)
    expect(lines.filter(({ kind }) => kind === 'command')).toHaveLength(60)
  })

  it('go faster than a machine takes them over a console’s connection', async () => {
    await rig.restart({ node: { generation: '1.12' } })
    const { out, end, stop } = start(survival, numbered(40))
    await advanceUntil(rig.demo.clock, () => said().length === 40)
    stop()
    expect(await end()).toMatchObject({ exit: 0, stderr: '' })
    expect(out.stdout).toContain('number 40 of them')
  })

  it('stand in what is printed, above all that the server prints of them, also their echo', async () => {
    const { out, end, stop } = start(survival, ['say hi'])
    await advanceUntil(rig.demo.clock, () => out.stdout.includes('[Server] hi'))
    stop()
    expect((await end()).stdout).toMatch(/^> say hi\n(?:.*\n)*say hi\n(?:.*\n)*.*\[Server\] hi$/m)
  })

  it('tell on standard error how far they are while they wait', async () => {
    await rig.restart({ rateLimit: { requests: 20, windowMs: 60_000 } })
    const { out, end, stop } = start(survival, numbered(60))
    await advanceUntil(rig.demo.clock, () => said().length === 60, 600_000, 500)
    stop()
    await end()
    const told = out.stderr.trim().split('\n')
    expect(told.length).toBeLessThan(6)
    expect(told[0]).toMatch(/ 1\d of 60 sent, about 3 min left\.$/)
    expect(told.at(-1)).toMatch(/of 60 sent, about \d+ s left\.$/)
  })

  it('stop at the one that is refused, which is named, and say how many were not sent', async () => {
    const { end } = start(offline, ['', 'say first', 'say second', 'say third'], '--json')
    const { exit, stdout, stderr } = await end()
    expect(exit).toBe(8)
    expect(posts(204)).toEqual([])
    expect(jsonLines(stderr)).toEqual([{ error: expect.objectContaining({ code: 'server-not-running' }) }])
    expect(stderr).toContain('Line 2, say first: The server is not running')
    expect(stderr).toContain('The 2 commands after it were not sent.')
    expect(stdout).not.toContain('say')
  })

  it('end with 8 for want of a right, after what was accepted', async () => {
    const { panel } = rig.demo
    const key = must(panel.createKey({ description: 'Test', servers: 'all', permissions: ['power', 'console'] }))
    async function* input(): AsyncGenerator<string> {
      yield 'say one'
      await eventually(() => expect(posts(204)).toHaveLength(1))
      must(panel.updateKey(key.keyId, { permissions: ['power'] }))
      yield* ['say two', 'say three']
    }
    const argv = ['console', survival, '--json']
    const { exit, stdout, stderr } = await startOn({ demo: rig.demo, token: key.token }, { argv, input: input() }).end()
    expect(exit).toBe(8)
    expect(stderr).toMatch(/Line 2, say two: .+ The command after it was not sent\./)
    const accepted = jsonLines(stdout).filter(({ kind }) => kind === 'command')
    expect(accepted).toEqual([expect.objectContaining({ text: 'say one' })])
  })

  it('are named where the time is over before they were sent', async () => {
    await rig.restart({ rateLimit: { requests: 20, windowMs: 60_000 } })
    const { end } = start(survival, numbered(60), '--for', '30')
    const { exit, stderr } = await end()
    const sent = posts(204).length
    expect(exit).toBe(7)
    expect(stderr).toContain(`Line ${sent + 1}, say number ${sent + 1} of them: The console ended before it was sent.`)
    expect(stderr).toContain(`The ${60 - sent - 1} commands after it were not sent.`)
  })

  it('wait no longer than --max-wait where it is given', async () => {
    await rig.restart({ rateLimit: { requests: 20, windowMs: 60_000 } })
    const { end } = start(survival, numbered(60), '--max-wait', '5')
    expect(await end()).toMatchObject({ exit: 8, stderr: expect.stringMatching(/Line \d+, say number \d+ of them: /) })
  })
})
