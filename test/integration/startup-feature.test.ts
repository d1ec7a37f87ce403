import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ConsoleRig, setUpConsoleRig } from '../fixtures/console-rig.ts'
import { must } from '../fixtures/demo.ts'
import { createFakeClock } from '../fixtures/fake-clock.ts'

const begin = setUpConsoleRig()
const from = { pageId: 1 }

let rig: ConsoleRig
beforeEach(async () => {
  rig = await begin({ clock: createFakeClock() })
})

const ref = () => rig.server('Rust').ref
const read = async () => must(await rig.core.handlers['startup:read']({ ref: ref() }, from))
/** Saves changes of what is there, or of what is said to be. */
async function save(...changes: { key: string | null; value: string; seen?: string }[]) {
  const now = await values()
  const seen = changes.map((change) => ({ seen: now[change.key ?? ''] ?? '', ...change }))
  return rig.core.handlers['startup:save']({ ref: ref(), changes: seen }, from)
}
const values = async () => Object.fromEntries((await read()).variables.map(({ key, value }) => [key, value]))
const puts = () => rig.demo.panel.requests().filter(({ method }) => method === 'PUT')

describe('the startup', () => {
  it('is read with the image, and what the account may not do', async () => {
    expect(await read()).toMatchObject({ image: 'ghcr.io/parkervcp/games:rust', denied: [], leftOut: 0 })
    rig.demo.panel.deny(['startup.update', 'startup.docker-image'])
    expect((await read()).denied).toEqual(['update', 'docker-image'])
  })

  it('takes each change that the panel takes, and tells of the others', async () => {
    const result = must(
      await save(
        { key: 'LEVEL', value: 'Barren' },
        { key: 'MAP_URL', value: 'no' },
        { key: 'RCON_PASS', value: 'new' },
      ),
    )
    expect(result).toMatchObject({
      saved: ['LEVEL', 'RCON_PASS'],
      refused: [{ key: 'MAP_URL', error: { code: 'input-rejected' } }],
      stopped: null,
    })
    expect(await values()).toMatchObject({ LEVEL: 'Barren', MAP_URL: '', RCON_PASS: 'new' })
    expect(puts()).toHaveLength(3)
  })

  it('sends nothing more after a failure that is not about one change', async () => {
    rig.demo.panel.deny(['startup.update'])
    const result = must(await save({ key: 'LEVEL', value: 'Barren' }, { key: 'RCON_PASS', value: 'new' }))
    expect(result).toMatchObject({ saved: [], refused: [], stopped: { code: 'permission-lacking' } })
    expect(puts()).toHaveLength(1)
  })

  it('takes another image', async () => {
    const survival = rig.server('Survival').ref
    const image = 'ghcr.io/pterodactyl/yolks:java_17'
    const seen = must(await rig.core.handlers['startup:read']({ ref: survival }, from)).image ?? ''
    const saved = await rig.core.handlers['startup:save'](
      { ref: survival, changes: [{ key: null, value: image, seen }] },
      from,
    )
    expect(must(saved)).toEqual({ saved: [null], refused: [], stopped: null })
    expect(must(await rig.core.handlers['startup:read']({ ref: survival }, from)).image).toBe(image)
  })

  it('replaces nothing that somebody changed since it was seen', async () => {
    must(await save({ key: 'LEVEL', value: 'Theirs' }))
    const result = must(
      await save({ key: 'LEVEL', value: 'Barren', seen: 'Procedural Map' }, { key: 'RCON_PASS', value: 'new' }),
    )
    expect(result).toMatchObject({
      saved: ['RCON_PASS'],
      refused: [{ key: 'LEVEL', error: { code: 'state-changed' } }],
    })
    expect(await values()).toMatchObject({ LEVEL: 'Theirs', RCON_PASS: 'new' })
    expect(puts()).toHaveLength(2)
    const survival = rig.server('Survival').ref
    const changes = [{ key: null, value: 'ghcr.io/pterodactyl/yolks:java_17', seen: 'another' }]
    expect(must(await rig.core.handlers['startup:save']({ ref: survival, changes }, from))).toMatchObject({
      refused: [{ key: null, error: { code: 'state-changed' } }],
    })
    expect(puts()).toHaveLength(2)
  })

  it('takes what is there already for done, and sends nothing', async () => {
    must(await save({ key: 'LEVEL', value: 'Barren' }))
    const again = await save({ key: 'LEVEL', value: 'Barren', seen: 'Procedural Map' })
    expect(must(again)).toEqual({ saved: ['LEVEL'], refused: [], stopped: null })
    expect(puts()).toHaveLength(1)
  })

  it('sends the default of what was cleared, since the panel does not say that it is not there', async () => {
    const rule = { text: 'nullable|string', input: z.string().nullable() }
    const level = { name: 'MODE', label: 'Mode', value: 'vanilla', rule, description: '', isEditable: true }
    rig.demo.panel.startup.addVariables(rig.server('Rust').identifier, [{ ...level, isHidden: false }])
    const mode = async () => (await read()).variables.find(({ key }) => key === 'MODE')
    must(await save({ key: 'MODE', value: '' }))
    expect(await mode()).toMatchObject({ value: 'vanilla', isUnset: true })
    expect(must(await save({ key: 'MODE', value: 'vanilla' }))).toMatchObject({ saved: ['MODE'] })
    expect(puts()).toHaveLength(2)
    expect(await mode()).toMatchObject({ value: 'vanilla', isUnset: false })
    // Also by one who does not know that it was cleared already.
    for (const seen of ['vanilla', 'mine'])
      expect(must(await save({ key: 'MODE', value: '', seen }))).toMatchObject({ saved: ['MODE'] })
    expect(must(await save({ key: 'MODE', value: 'modded', seen: 'mine' }))).toMatchObject({
      refused: [{ key: 'MODE', error: { code: 'state-changed' } }],
    })
  })

  it('keeps its secrets out of state, activity and log', async () => {
    must(await save({ key: 'RCON_PASS', value: 'a-new-secret' }))
    await read()
    const kept = JSON.stringify([rig.core.store.get(), rig.log.lines])
    expect(kept).not.toContain('a-new-secret')
    expect(kept).not.toContain('not-for-tools')
  })
})
