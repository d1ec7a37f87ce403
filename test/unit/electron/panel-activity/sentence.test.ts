import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHeldDetails } from '../../../../electron/panel-activity/feature.ts'
import type { PanelEvent } from '../../../../electron/panel-activity/panel.ts'
import { lineOf, sentenceOf } from '../../../../electron/panel-activity/sentence.ts'
import { serverView } from '../../../fixtures/server-view.ts'

type Properties = Readonly<Record<string, string | readonly string[]>>

const event = (name: string, properties: Properties = {}, more: Partial<PanelEvent> = {}): PanelEvent => ({
  id: 'one',
  event: name,
  at: 1_000,
  actor: { kind: 'nobody' },
  ip: null,
  description: '',
  properties: new Map(
    Object.entries(properties).map(([key, value]) => [key, typeof value === 'string' ? [value] : value]),
  ),
  ...more,
})

/**
 * Rows of the panel's API, part 2, *Activity*, but those that only quote a name; what stands behind the text is told only
 * when asked for.
 */
const table: readonly [name: string, properties: Properties, text: string, details?: readonly string[]][] = [
  ['server:power.start', {}, 'Started the server'],
  ['server:console.command', { command: 'op Steve' }, 'Sent a console command', ['op Steve']],
  ['server:backup.start', { name: 'N', locked: 'true' }, 'Began the backup “N”, locked'],
  ['server:backup.delete', { name: 'N', failed: '1' }, 'Deleted the failed backup “N”'],
  ['server:backup.delete', {}, 'Deleted the backup without a name'],
  ['server:backup.rename', { old_name: 'N', new_name: 'M' }, 'Renamed the backup “N” to “M”'],
  [
    'server:backup.restore',
    { name: 'N', truncate: 'true' },
    'Began to restore the backup “N”, deleting all files first',
  ],
  ['server.backup.restore-failed', { name: 'N' }, 'Restoring the backup “N” failed'],
  ['server:file.write', {}, 'Saved a file'],
  ['server:file.uploaded', { directory: '/plugins/', file: 'x.jar' }, 'Uploaded /plugins/x.jar'],
  // The names of one of the panels' own pages.
  [
    'server:files.uploaded',
    { directory: '/plugins/', files: 'x.jar', count: '3' },
    'Uploaded x.jar and 2 more in /plugins/',
  ],
  ['server:settings.reinstall', {}, 'Reinstalled the server'],
  [
    'server:startup.command',
    { old: './run --key a', new: './run --key b' },
    'Changed the startup command',
    ['./run --key a', './run --key b'],
  ],
  ['server:mount.update', {}, 'Changed the mounts of the server'],
  ['server:file.create-directory', { directory: '/a/', name: 'b' }, 'Created the folder “b” in /a/'],
  ['server:file.rename', { directory: '/a/', files: ['x → y'], count: '1' }, 'Renamed x → y in /a/'],
  ['server:file.delete', { files: ['a', 'b', 'c', 'd', 'e'], count: '5' }, 'Deleted a, b, c and 2 more'],
  // One of the panels keeps the first alone, with the count.
  ['server:file.delete', { files: 'a', count: '5' }, 'Deleted a and 4 more'],
  ['server:file.delete', { files: 'a', count: '-5' }, 'Deleted a'],
  ['server:file.decompress', { directory: '/a/', file: 'x.zip' }, 'Unpacked x.zip in /a/'],
  [
    'server:file.pull',
    { directory: '/', url: 'https://u:p@x.example/f' },
    'Downloaded a file from an address',
    ['https://u:p@x.example/f'],
  ],
  ['server:sftp.create-directory', { files: ['a'] }, 'Created the folder a over SFTP'],
  ['server:sftp.denied', { files: ['a', 'b'] }, 'Was refused over SFTP', ['a, b']],
  ['server:schedule.update', { name: 'N', active: 'false' }, 'Changed the schedule “N”, which is paused'],
  [
    'server:task.create',
    { name: 'N', action: 'command', payload: 'op me' },
    'Added a task to the schedule “N”: a command',
    ['op me'],
  ],
  // Panels note what it was before.
  [
    'server:task.update',
    { name: 'N', action: 'command', payload: 'op me' },
    'Changed a task of the schedule “N”, which was a command',
    ['op me'],
  ],
  [
    'server:task.update',
    { name: 'N', action: 'odd', payload: '' },
    'Changed a task of the schedule “N”, which was odd',
  ],
  ['server:allocation.notes', { allocation: 'a', old: 'b', new: 'c' }, 'Changed the note of a port', ['a', 'b', 'c']],
  [
    'server:subuser.create',
    { email: 'a@x.example', permissions: ['websocket.connect', 'file.delete', 'rocket.launch'] },
    'Invited a@x.example to the server',
    ['Files: Delete, rocket.launch'],
  ],
  ['server:subuser.create', {}, 'Invited somebody to the server'],
  // One of the panels keeps the first alone, with the count.
  [
    'server:subuser.create',
    { email: 'a@x.example', permissions: 'file.delete', permissions_count: '20' },
    'Invited a@x.example to the server',
    ['Files: Delete and 19 more'],
  ],
  [
    'server:subuser.create',
    { email: 'a@x.example', permissions: 'websocket.connect', count: '20' },
    'Invited a@x.example to the server',
    ['19 more, which the panel did not keep'],
  ],
  [
    'server:subuser.update',
    { email: 'a@x.example', old: ['a'], old_count: '3', new: ['b'], new_count: '3' },
    'Changed what a@x.example may do',
    ['The panel keeps only a part of this.'],
  ],
  [
    'server:subuser.update',
    { email: 'a@x.example', old: ['a'], old_count: '1', new: ['b'], new_count: '1' },
    'Changed what a@x.example may do',
    ['b', 'a'],
  ],
  [
    'server:subuser.update',
    { email: 'a@x.example', old: ['x', 'file.delete'], new: ['x', 'y'], revoked: 'true' },
    'Changed what a@x.example may do',
    ['y', 'Files: Delete'],
  ],
  [
    'server:startup.edit',
    { variable: 'RCON', old: 'p1', new: 'p2' },
    'Changed the startup variable RCON',
    ['p1', 'p2'],
  ],
  ['server:startup.image', { old: 'java17', new: 'java21' }, 'Changed the Docker image from “java17” to “java21”'],
  ['server:settings.rename', { old: 'A', new: 'B' }, 'Renamed the server from “A” to “B”'],
  // What nobody here knows.
  ['extension:players.kick', { name: 'Steve' }, 'Players: kick', ['Steve']],
  ['event:password-reset', {}, 'Password reset'],
  ['server:some_new.thing-done', {}, 'Some new: thing done'],
  [':::', {}, 'Something'],
]

describe('the sentence of an event', () => {
  it.each(table)('%s %j', (name, properties, text, details = []) => {
    const sentence = sentenceOf(event(name, properties))
    expect(sentence.text).toBe(text)
    expect(sentence.details.map(({ value }) => value)).toEqual(details)
  })

  it('never tells an address, a command or a value of the startup in its text', () => {
    const names = table.map(([name]) => name)
    const secret = 'hunter2'
    const kept = ['command', 'url', 'payload', 'ip', 'fingerprint']
    for (const name of names) {
      const properties = Object.fromEntries(kept.map((property) => [property, secret]))
      expect(sentenceOf(event(name, properties, { ip: secret })).text).not.toContain(secret)
    }
    const startup = sentenceOf(event('server:startup.edit', { variable: 'X', old: secret, new: secret }))
    expect(startup.text).not.toContain(secret)
  })

  it('takes the panel’s own words for an event that is not known, and tells the address when asked', () => {
    const said = sentenceOf(event('x:y', { a: 'b' }, { description: 'Did it', ip: '1.2.3.4' }))
    expect(said.text).toBe('Did it')
    expect(said.details).toEqual([
      { name: 'a', value: 'b' },
      { name: 'From', value: '1.2.3.4' },
    ])
    expect(lineOf(event('server:power.stop'))).toMatchObject({ hides: false, tone: 'plain' })
    expect(lineOf(event('server:power.stop', {}, { ip: '1.2.3.4' })).hides).toBe(true)
  })

  it('stays short, whatever is told', () => {
    const name = fc.constantFrom(...table.map(([event]) => event), 'a'.repeat(100))
    const texts = fc.dictionary(fc.string(), fc.array(fc.string({ maxLength: 300 }), { maxLength: 20 }))
    fc.assert(
      fc.property(name, texts, (event_, properties) => {
        expect([...sentenceOf(event(event_, properties)).text].length).toBeLessThanOrEqual(200)
      }),
    )
  })
})

it('holds what lines hide by server and entry until somebody asks, and forgets the oldest', () => {
  const [a, b] = [serverView({ identifier: 'a1b2c3d4' }).ref, serverView({ identifier: 'b1b2c3d4' }).ref]
  const held = createHeldDetails()
  const command = (id: string) =>
    [id, sentenceOf(event('server:console.command', { command: id }, { id })).details] as const
  held.hold(a, [command('x'), command('y')])
  expect(held.read(a, 'x')).toMatchObject({ ok: true, value: [{ name: 'Command', value: 'x' }] })
  expect(held.read(b, 'x')).toMatchObject({ ok: false, error: { code: 'state-changed' } })
  held.hold(
    b,
    Array.from({ length: 9_998 }, (_, n) => command(`n${n}`)),
  )
  // What is read again is new.
  held.hold(a, [command('x')])
  held.hold(b, [command('z')])
  expect([held.read(a, 'x').ok, held.read(a, 'y').ok, held.read(b, 'n0').ok]).toEqual([true, false, true])
})
