import { describe, expect, it } from 'vitest'
import { lookEveryMs, makeBackup } from '../../../../electron/backups/make.ts'
import { openEntry } from '../../../../electron/jobs/journal.ts'
import type { Backup, BackupRequest, BackupState } from '../../../../shared/backups/contract.ts'
import { saveCommandsOf, undoOf } from '../../../../shared/backups/save-commands.ts'
import { appError, type ErrorCode } from '../../../../shared/errors.ts'
import type { OpenJob } from '../../../../shared/jobs/contract.ts'
import { createListeners } from '../../../../shared/listeners.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { backupView } from '../../../fixtures/backup-view.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { openJob } from '../../../fixtures/open-job.ts'

const backup = (state: BackupState) => backupView({ state })
type Look = BackupState | ErrorCode
const states: readonly string[] = ['pending', 'good', 'failed', 'unknown']
const isState = (look: Look): look is BackupState => states.includes(look)
const lookOf = (look: Look): Result<Backup> => (isState(look) ? ok(backup(look)) : fail(look))

/** A panel and a server that note what they are told, and whose backup looks as `looks` say, one after the other. */
function setUp(
  more: {
    looks?: readonly Look[]
    create?: () => Promise<Result<Backup | null>>
    refuses?: Readonly<Record<string, Result<never>>>
    waits?: boolean
    isDiskFull?: boolean
  } = {},
) {
  const clock = createFakeClock()
  const told: string[] = []
  const giveUp = new AbortController()
  const listeners = createListeners()
  const looks = [...(more.looks ?? ['good'])]
  const open: string[] = []
  const journal = {
    write({ undo }: OpenJob) {
      if (!more.isDiskFull) open.splice(0, open.length, ...undo)
      return !more.isDiskFull
    },
    remove: () => undefined,
  }
  const entry = openEntry(journal, openJob())
  const make = (request: Partial<BackupRequest> = {}) =>
    makeBackup(
      {
        clock,
        backups: {
          async create({ name, isLocked }) {
            told.push(`create ${name} ${isLocked}`)
            return more.create?.() ?? ok(backup('pending'))
          },
          async list() {
            told.push('list')
            return ok({ backups: [backup('good'), backup('pending')], counted: 2, leftOut: 0 })
          },
          async one() {
            told.push('look')
            return lookOf((looks.length > 1 ? looks.shift() : looks[0]) ?? 'good')
          },
        },
        async send(command, { afterEnd }) {
          // What undoes it is on disk before, and goes out also when the app ends.
          const opposite = undoOf(command)
          if (opposite !== null) expect(open).toContain(opposite)
          expect(afterEnd ?? false).toBe(open.includes(command))
          told.push(command)
          return more.refuses?.[command] ?? ok()
        },
        async settle() {
          told.push('settle')
        },
        entry,
        onNews: listeners.add,
        waits: more.waits ?? true,
        signal: giveUp.signal,
      },
      { name: '', isLocked: false, ignored: '', before: [], ...request },
    )
  const finished = async (making: Promise<Result<Backup | null>>) => {
    await clock.advance(7 * 3_600_000)
    const result = await making
    return result.ok ? (result.value?.state ?? null) : result.error
  }
  return { clock, told, open, giveUp, make, finished, news: listeners.notify }
}

const minecraft = { before: [...saveCommandsOf('minecraft-java')] }

describe('a backup', () => {
  it('is asked for once, and followed to its end', async () => {
    const { told, make, finished } = setUp({ looks: ['pending', 'pending', 'good'] })
    expect(await finished(make({ name: 'Before 1.21', isLocked: true }))).toBe('good')
    expect(told).toEqual(['create Before 1.21 true', 'look', 'look', 'look'])
  })

  it('is named by the panel where no name is given', async () => {
    const { told, make, finished } = setUp()
    await finished(make())
    expect(told[0]).toBe('create  false')
  })

  it('that fails on the machine is no success', async () => {
    const { make, finished } = setUp({ looks: ['pending', 'failed'] })
    expect(await finished(make())).toMatchObject({ code: 'backup-failed' })
  })

  it.each<ErrorCode>(['timeout', 'rate-limited', 'server-unavailable'])('is looked for on after %s', async (code) => {
    const { make, finished } = setUp({ looks: [code, 'good'] })
    expect(await finished(make())).toBe('good')
  })

  it.each<ErrorCode>(['backup-not-found', 'token-refused'])(
    'is given up after %s, which does not pass',
    async (code) => {
      const { told, make, finished } = setUp({ looks: [code] })
      const { message } = appError('backup-not-seen')
      const error = await finished(make())
      expect(error).toMatchObject({ code: 'backup-not-seen', message: `${message} ${appError(code).message}` })
      expect(error).not.toHaveProperty('detail')
      expect(told.filter((call) => call === 'look')).toHaveLength(1)
    },
  )

  it.each<Look>(['pending', 'unknown', 'timeout'])('is not looked for without end where it stays %s', async (look) => {
    const { told, clock, make, finished } = setUp({ looks: [look] })
    expect(await finished(make())).toMatchObject({ code: 'backup-not-seen' })
    expect(told.length).toBeLessThan(500)
    expect(clock.pending()).toBe(0)
  })

  it('is looked at sooner when the machine tells of its end, once a second at most', async () => {
    const { told, clock, make, news } = setUp({ looks: ['pending'] })
    void make()
    await clock.advance(100)
    news()
    await clock.advance(999)
    expect(told).not.toContain('look')
    await clock.advance(1)
    expect(told).toContain('look')
  })

  it('ends at once when it is given up', async () => {
    const { clock, giveUp, make } = setUp({ looks: ['pending'] })
    const making = make()
    await clock.advance(1_000)
    giveUp.abort()
    expect(await making).toMatchObject({ error: { code: 'backup-not-seen' } })
    expect(clock.pending()).toBe(0)
  })

  it('is found in the list where the panel’s answer does not tell it', async () => {
    const { told, make, finished } = setUp({ create: async () => ok(null) })
    expect(await finished(make())).toBe('good')
    expect(told).toEqual(['create  false', 'list', 'look'])
  })

  it('that was only to be begun is not followed', async () => {
    const { told, make } = setUp({ waits: false })
    expect(await make()).toMatchObject({ value: { state: 'pending' } })
    expect(told).toEqual(['create  false'])
  })
})

describe('a server that saves first', () => {
  it('is told before, and lets go after the end', async () => {
    const { told, make, finished } = setUp()
    expect(await finished(make(minecraft))).toBe('good')
    expect(told).toEqual(['save-off', 'save-all flush', 'settle', 'create  false', 'look', 'save-on'])
  })

  it('is followed to the end although nobody waits, so that it saves again', async () => {
    const { told, make, finished } = setUp({ waits: false })
    await finished(make(minecraft))
    expect(told.slice(-2)).toEqual(['look', 'save-on'])
  })

  it.each<[string, Parameters<typeof setUp>[0]]>([
    ['the panel refuses', { create: async () => fail('backup-limit') }],
    ['no answer comes', { create: async () => fail('timeout', { mayHaveActed: true }) }],
    ['the backup fails', { looks: ['failed'] }],
    ['its end is not seen', { looks: ['server-not-found'] }],
    ['a part of the app fails', { create: () => Promise.reject(new Error('unexpected')) }],
  ])('lets go where %s', async (_, parts) => {
    const { told, make, clock } = setUp(parts)
    const making = make(minecraft).catch(() => null)
    await clock.advance(60_000)
    await making
    expect(told.filter((call) => call === 'save-on')).toHaveLength(1)
    expect(told.at(-1)).toBe('save-on')
  })

  it('lets go when the app ends', async () => {
    const { told, clock, giveUp, make } = setUp({ looks: ['pending'] })
    const making = make(minecraft)
    await clock.advance(2_000)
    giveUp.abort()
    await making
    expect(told.at(-1)).toBe('save-on')
  })

  it('that could not be told is not backed up', async () => {
    const { told, make } = setUp({ refuses: { 'save-all flush': fail('permission-lacking') } })
    expect(await make(minecraft)).toMatchObject({ error: { code: 'save-failed' } })
    expect(told).toEqual(['save-off', 'save-all flush', 'save-on'])
  })

  it('is told nothing whose undo is not on disk', async () => {
    const { told, make } = setUp({ isDiskFull: true })
    expect(await make(minecraft)).toMatchObject({ error: { code: 'save-failed' } })
    expect(told).toEqual([])
  })

  it('lets go where it is not known whether it was told', async () => {
    const { told, make } = setUp({ refuses: { 'save-off': fail('connection-cut', { mayHaveActed: true }) } })
    expect(await make(minecraft)).toMatchObject({ error: { code: 'save-failed' } })
    expect(told).toEqual(['save-off', 'save-on'])
  })

  it.each<[string, Result<never> | undefined, string[]]>([
    ['was taken', undefined, []],
    ['found nothing that runs', fail('server-not-running'), []],
    ['was refused', fail('permission-lacking'), ['save-on']],
    ['may have arrived', fail('timeout', { mayHaveActed: true }), ['save-on']],
  ])('stays in the journal unless its undo %s', async (_, answer, left) => {
    const { open, make, finished } = setUp({ refuses: { ...(answer && { 'save-on': answer }) } })
    await finished(make(minecraft))
    expect(open).toEqual(left)
  })

  it('that does not run is backed up as it is', async () => {
    const { told, make, finished } = setUp({ refuses: { 'save-off': fail('server-not-running') } })
    expect(await finished(make(minecraft))).toBe('good')
    expect(told).toEqual(['save-off', 'create  false', 'look'])
  })
})

it.each<[string, string | null]>([
  ['save-off', 'save-on'],
  ['/SAVE-OFF ', '/save-on'],
  ['save hold', 'save resume'],
  ['save-all', null],
  ['say save-off', null],
])('%j is undone by %j', (command, opposite) => {
  expect(undoOf(command)).toBe(opposite)
})

it('looks less often the longer it takes', () => {
  expect([0, 59_999, 60_000, 599_999, 600_000, 1e9].map(lookEveryMs)).toEqual([
    5_000, 5_000, 15_000, 15_000, 60_000, 60_000,
  ])
})
