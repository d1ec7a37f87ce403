import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withoutColours } from '../../electron/console/line-text.ts'
import type { ConsoleLine } from '../../shared/model/console-schema.ts'
import { type ConsoleRig, setUpConsoleRig } from '../fixtures/console-rig.ts'
import { must } from '../fixtures/demo.ts'
import { eventually } from '../fixtures/eventually.ts'

const start = setUpConsoleRig()

const texts = (lines: readonly ConsoleLine[], kind = 'output') =>
  lines.filter((line) => line.kind === kind).map(({ text }) => withoutColours(text))
/** The numbered lines of a test among those shown. */
const numbered = (lines: readonly ConsoleLine[]) => texts(lines).filter((text) => text.startsWith('n '))
const count = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `n ${from + i}`)

/** A console that is open, of a server that runs. */
async function open(rig: ConsoleRig) {
  const { ref, identifier } = rig.server()
  const lines = rig.look(ref)
  await eventually(() => expect(texts(lines).some((text) => text.includes('Done'))).toBe(true))
  return { ref, identifier, lines, node: rig.demo.panel.node }
}

describe('a console over real sockets', () => {
  it('shows what was printed before and what is printed, numbered and in order', async () => {
    const rig = await start()
    const { lines, node, identifier, ref } = await open(rig)
    node.print(identifier, count(1, 50))
    await eventually(() => expect(numbered(lines)).toEqual(count(1, 50)))
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, i) => i + 1))
    expect(rig.phase(ref)).toBe('open')
  })

  it('tells the state and the load as the machine does, and the panel is not asked meanwhile', async () => {
    const rig = await start()
    const { ref, identifier } = await open(rig)
    await eventually(() => expect(rig.server().resources?.memoryBytes).toBeGreaterThan(0))
    const asked = () => rig.demo.panel.requests().filter(({ path }) => path.includes(`${identifier}/resources`)).length
    const before = asked()
    const states = new Set<string>()
    rig.core.store.subscribe(() => states.add(rig.server().state))
    must(await rig.core.servers.power.send(ref, 'restart', 'window'))
    await eventually(() => expect(rig.server().action?.phase).toBe('confirmed'))
    expect([...states]).toEqual(expect.arrayContaining(['stopping', 'starting', 'running']))
    expect(asked()).toBe(before)
  })

  it('sends each of many commands once, more than the machine takes over its connection', async () => {
    const rig = await start()
    const { ref, lines } = await open(rig)
    const all = Array.from({ length: 20 }, (_, i) => `say number ${i}.`)
    const sent = await Promise.all(all.map((command) => rig.core.console.commands.send(ref, command)))
    expect(sent.every(({ ok }) => ok)).toBe(true)
    await eventually(() => {
      for (const command of all) {
        const said = command.slice('say '.length)
        expect(texts(lines).filter((text) => text.includes(said))).toHaveLength(1)
      }
    })
  })

  it.each([
    ['a restart of the machine, which denies all tokens', (rig: ConsoleRig) => rig.demo.panel.node.restart()],
    [
      'a move to another machine',
      async (rig: ConsoleRig) => must(await rig.demo.panel.node.move(rig.server().identifier)),
    ],
    [
      'a machine that is not there for a while',
      async (rig: ConsoleRig) => {
        await rig.demo.panel.node.stop()
        const { ref } = rig.server()
        const error = () => rig.core.store.get().consoles[ref]?.stream?.error?.code
        await eventually(() => expect(error()).toBe('console-unreachable'))
        must(await rig.demo.panel.node.start())
      },
    ],
  ])('survives %s', async (_, happen) => {
    const rig = await start()
    const { lines, node, identifier } = await open(rig)
    await happen(rig)
    await eventually(() => expect(node.sockets(identifier)).toBe(1))
    await eventually(() => {
      node.print(identifier, ['back'])
      expect(texts(lines)).toContain('back')
    })
  })

  it('keeps to the limit of its tokens, which holds nothing else back', async () => {
    const rig = await start({ consoleTokensPerMinute: 0 })
    const { ref, panelId } = rig.server()
    rig.look(ref)
    await eventually(() => expect(rig.core.store.get().consoles[ref]?.stream?.error?.code).toBe('rate-limited'))
    const phases = new Set<string | undefined>()
    rig.core.store.subscribe(() => phases.add(rig.server().action?.phase))
    expect(await rig.core.servers.power.send(ref, 'stop', 'window')).toMatchObject({ ok: true })
    expect(phases).not.toContain('waiting')
    const [key] = Object.values(rig.core.store.get().keys).filter((one) => one.panelId === panelId)
    expect(key?.budget?.heldUntil ?? null).toBeNull()
  })

  it('is refused where the panel’s address is another than the machine knows, and says so', async () => {
    const rig = await start({ address: (baseUrl) => baseUrl.replace('127.0.0.1', 'localhost') })
    const { ref } = rig.server()
    rig.look(ref)
    await eventually(() => expect(rig.core.store.get().consoles[ref]?.stream?.error?.code).toBe('console-refused'))
  })

  it('is cleared for all, and saved as plain text', async () => {
    const rig = await start()
    const { node, identifier, ref, lines } = await open(rig)
    rig.core.console.consoles.clear(ref)
    node.print(identifier, ['\u001b[31mred\u001b[0m'])
    await eventually(() => expect(texts(lines).at(-1)).toBe('red'))
    expect(await rig.core.console.save(ref)).toEqual({ ok: true, value: { file: 'saved.log' } })
    expect(readFileSync(join(rig.profile, 'saved.log'), 'utf8')).toMatch(/^(?:\S{24}| {24}) red\n$/)
  })

  it('lets a frame through that an honest machine sends, and none that is larger', async () => {
    const rig = await start()
    const { node, identifier, lines, ref } = await open(rig)
    node.send(identifier, JSON.stringify({ event: 'console output', args: ['\u0001'.repeat(64 * 1024)] }))
    await eventually(() => expect(lines.length).toBeGreaterThan(0))
    expect(rig.phase(ref)).toBe('open')
    const signIns = () => node.received(identifier).filter(({ event }) => event === 'auth').length
    const before = signIns()
    node.send(identifier, JSON.stringify({ event: 'console output', args: ['x'.repeat(2 * 1024 * 1024)] }))
    await eventually(() => expect(signIns()).toBe(before + 1))
    await eventually(() => expect(rig.phase(ref)).toBe('open'))
  })

  it('keeps its token and the key’s out of state, log and files', async () => {
    const rig = await start()
    const { ref } = await open(rig)
    await rig.core.console.commands.send(ref, 'list')
    await eventually(() => expect(readFileSync(join(rig.profile, 'console-history.json'), 'utf8')).toContain('list'))
    const everything = [
      JSON.stringify(rig.core.store.get()),
      rig.log.lines.join('\n'),
      rig.core.diagnostics.describe(),
      readFileSync(join(rig.profile, 'console-history.json'), 'utf8'),
      rig.core.console.consoles.text(ref),
    ].join('\n')
    expect(everything).not.toContain(rig.token)
    expect(everything).not.toMatch(/eyJ[\w-]+\./)
  })
})
