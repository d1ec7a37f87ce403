import { describe, expect, it } from 'vitest'
import type { ActivityKind } from '../../shared/activity/activity.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { must } from '../fixtures/demo.ts'

const rig = setUpCoreRig()
const { seen, restart } = rig
const from = { pageId: 1 }

const list = (kind: ActivityKind = 'all', page = 1) =>
  seen(rig.core.handlers['panelActivity:list']({ ref: rig.server().ref, page, kind }, from))
const details = (id: string) => seen(rig.core.handlers['panelActivity:details']({ ref: rig.server().ref, id }, from))
const add = (event: string, more: object = {}) =>
  rig.demo.panel.activity.add(rig.server().identifier, { event, username: 'robin', ...more })

describe('the activity of a server, from its panel', () => {
  it.each(['pterodactyl', 'pelican'] as const)('is told in sentences, %s', async (dialect) => {
    if (dialect === 'pelican') await restart({ dialect })
    add('server:file.delete', { properties: { directory: '/', files: ['a', 'b', 'c'] } })
    add('server:backup.complete', { username: null, properties: { name: 'N' } })
    const { lines } = must(await list())
    expect(lines.map(({ text, actor }) => [text, actor.kind])).toEqual([
      ['The backup “N” was made', 'nobody'],
      [dialect === 'pelican' ? 'Deleted a and 2 more' : 'Deleted a, b, c', 'account'],
    ])
  })

  it('tells what a line hides only when it is asked for', async () => {
    add('server:console.command', { properties: { command: 'op Steve' } })
    const page = must(await list())
    expect(JSON.stringify(page)).not.toContain('op Steve')
    expect(JSON.stringify(rig.core.store.get())).not.toContain('op Steve')
    expect(must(await details(page.lines[0]?.id ?? '')).details).toEqual([{ name: 'Command', value: 'op Steve' }])
    expect(await details('of-nobody')).toMatchObject({ ok: false, error: { code: 'state-changed' } })
  })

  it('has pages, and is filtered by its panel', async () => {
    for (let n = 0; n < 60; n += 1) add('server:power.stop', { agoMs: n * 1_000 })
    add('server:file.write', { properties: { file: '/a' } })
    expect(must(await list())).toMatchObject({ page: 1, totalPages: 2, lines: { length: 50 } })
    expect(must(await list('all', 2)).lines).toHaveLength(11)
    expect(must(await list('files')).lines.map(({ text }) => text)).toEqual(['Saved /a'])
  })

  it('has what was done last on top, also of one second', async () => {
    for (const event of ['start', 'stop', 'kill']) add(`server:power.${event}`)
    add('server:power.restart', { agoMs: 5_000 })
    expect(must(await list()).lines.map(({ event }) => event.slice('server:power.'.length))).toEqual([
      'kill',
      'stop',
      'start',
      'restart',
    ])
  })
})
