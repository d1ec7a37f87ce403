import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../electron/lib/clock.ts'
import { startHere } from '../fixtures/cli-here.ts'
import { demoServers, type StartedDemo, startDemo } from '../fixtures/demo.ts'
import type { TestPanelOptions } from '../fixtures/demo-panel/test-panel.ts'
import { eventually } from '../fixtures/eventually.ts'
import { jsonLines } from '../fixtures/lines.ts'
import { createTimedClock } from '../fixtures/timed-clock.ts'

let demo: StartedDemo
let stopping: AbortController
const start = async (options: Partial<TestPanelOptions> = {}) => {
  demo = await startDemo({ clock: systemClock, ...options })
}
beforeEach(() => {
  stopping = new AbortController()
})
afterEach(() => demo.panel.dispose())

/** Lines that a test types when it likes. */
function keyboard() {
  const typed: string[] = []
  let wake = () => {}
  let isOver = false
  async function* lines(): AsyncGenerator<string> {
    for (;;) {
      const line = typed.shift()
      if (line !== undefined) yield line
      else if (isOver) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const add = (line: string) => {
    typed.push(line)
    wake()
  }
  const end = () => {
    isOver = true
    wake()
  }
  return { lines: lines(), add, end }
}

function run(
  argv: readonly string[],
  options: {
    input?: AsyncIterable<string>
    isTyped?: boolean
    isTerminal?: boolean
    token?: string
    clock?: Clock
    noColor?: string | undefined
  } = {},
) {
  const { token = demo.token(), noColor, ...given } = options
  return startHere({
    argv: ['console', ...argv],
    env: { SERVERTRAY_URL: demo.baseUrl, SERVERTRAY_TOKEN: token, NO_COLOR: noColor },
    stopped: stopping.signal,
    ...given,
  })
}

const { survival, suspended } = demoServers

describe('console', () => {
  it('streams lines without their colours until it is stopped', async () => {
    await start()
    const { out, exit } = run([survival, '--no-input'])
    await eventually(() => expect(out.stdout).toContain('Done ('))
    demo.panel.node.print(survival, ['\u001b[31mred\u001b[0m \u001b]0;title\u0007text'])
    await eventually(() => expect(out.stdout).toContain('red text\n'))
    expect(out.stdout).not.toContain('\u001b')
    stopping.abort()
    expect(await exit).toBe(0)
    expect(out.stderr).toBe('')
  })

  it.each([
    ['keeps colours for a terminal', undefined, '\u001b[31mred\u001b[0m\u001b[0m\n'],
    ['keeps colours where NO_COLOR is empty', '', '\u001b[31mred\u001b[0m\u001b[0m\n'],
    ['drops them where NO_COLOR is set', '1', '\nred\n'],
  ])('%s, and keeps nothing else of what controls one', async (_, noColor, shown) => {
    await start()
    const { out, exit } = run([survival], { isTerminal: true, noColor })
    await eventually(() => expect(out.stdout).toContain('Done ('))
    demo.panel.node.print(survival, ['\u001b[31mred\u001b[0m\u001b]52;c;aGk=\u0007'])
    await eventually(() => expect(out.stdout).toContain(shown))
    stopping.abort()
    await exit
  })

  it('prints a JSON object a line', async () => {
    await start()
    const { clock, end } = createTimedClock(60_000)
    const { out, exit } = run([survival, '--json', '--for', '60', '--no-input'], { clock })
    await eventually(() => expect(out.stdout).toContain('Done ('))
    end()
    expect(await exit).toBe(0)
    for (const object of jsonLines(out.stdout)) expect(Object.keys(object)).toEqual(['time', 'kind', 'text'])
  })

  it('sends what is typed, each line once, and shows the answers', async () => {
    await start()
    const typing = keyboard()
    const { out, exit } = run([survival], { input: typing.lines, isTyped: true })
    await eventually(() => expect(out.stdout).toContain('Done ('))
    typing.add('say first')
    typing.add('   ')
    typing.add('say second')
    await eventually(() => expect(out.stdout).toMatch(/first[\s\S]*second/))
    typing.end()
    stopping.abort()
    expect(await exit).toBe(0)
    expect(out.stdout.split('first')).toHaveLength(2)
  })

  it('reconnects, and says so on standard error', async () => {
    await start()
    const { out, exit } = run([survival, '--no-input'])
    await eventually(() => expect(out.stdout).toContain('Done ('))
    demo.panel.node.cutConnections()
    demo.panel.node.print(survival, ['printed meanwhile'])
    await eventually(() => expect(out.stdout).toContain('printed meanwhile\n'))
    expect(out.stderr).toBe('The connection was lost. Trying again.\n')
    stopping.abort()
    expect(await exit).toBe(0)
  })

  it('ends with the server, with exit code 5', async () => {
    await start()
    const { out, exit } = run([survival])
    await eventually(() => expect(out.stdout).toContain('Done ('))
    demo.panel.node.remove(survival)
    expect(await exit).toBe(5)
    expect(out.stderr).toContain('The server was deleted.')
  })

  it('without live output takes commands to the end of its input', async () => {
    await start({ liveOutput: false })
    const typing = keyboard()
    typing.add('say hi')
    typing.end()
    const { out, exit } = run([survival], { input: typing.lines })
    expect(await exit).toBe(0)
    expect(out.stderr).toContain('offers no live console')
  })

  it('without live output and without input has nothing to do, and says why', async () => {
    await start({ liveOutput: false })
    const { out, exit } = run([survival, '--no-input'])
    expect(await exit).toBe(8)
    expect(out.stderr).toContain('offers no live console')
  })

  it('says when the machine was never reached', async () => {
    await start()
    await demo.panel.node.stop()
    const { clock, end } = createTimedClock(60_000)
    const { out, exit } = run([survival, '--no-input', '--for', '60'], { clock })
    await eventually(() => expect(out.stderr).not.toBe(''))
    end()
    expect(await exit).toBe(7)
    expect(out.stderr).toContain('couldn’t be reached')
  })

  it.each([
    ['an unknown server', () => ['ffffffff'], 5],
    ['a token that is refused', () => [survival], 3],
    ['a server that the panel holds', () => [suspended, '--for', '1', '--no-input'], 8],
  ] as const)('fails for %s', async (what, argv, code) => {
    await start()
    const { exit } = run(argv(), what.startsWith('a token') ? { token: `ptlc_${'x'.repeat(43)}` } : {})
    expect(await exit).toBe(code)
  })
})
