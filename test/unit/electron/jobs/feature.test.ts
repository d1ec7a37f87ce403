import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createJobsFeature } from '../../../../electron/jobs/feature.ts'
import { createJournal, journalFolder } from '../../../../electron/jobs/journal.ts'
import { backupRuns } from '../../../../electron/jobs/tables.ts'
import { jobWords } from '../../../../electron/jobs/words.ts'
import { createNotices } from '../../../../electron/state/notices.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { OpenJob } from '../../../../shared/jobs/contract.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { appState, panelView } from '../../../fixtures/app-state.ts'
import { backupRun } from '../../../fixtures/backup-view.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { openJob } from '../../../fixtures/open-job.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { setUpFolder } from '../../../fixtures/temporary-folder.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const server = serverView({ name: 'Survival' })
const { ref } = server
const panel = panelView()
const job = (more: Partial<OpenJob> = {}) => openJob({ baseUrl: panel.baseUrl, ...more })
const from = { pageId: 1 }

const profile = setUpFolder()

/** The next start after a process that left these jobs. */
function nextStart(left: readonly OpenJob[], answer: Result<void> | Promise<Result<void>> = ok()) {
  const context = { profile: profile(), clock: createFakeClock(), log: createTestLog() }
  const before = createJournal({ ...context, pid: 2 ** 30 })
  for (const one of left) before.write(one)
  const notices = createNotices()
  const store = createStore(appState({ panels: [panel], servers: [server] }))
  const sent: [ServerRef, string][] = []
  const commands = {
    async send(which: ServerRef, command: string) {
      sent.push([which, command])
      return answer
    },
  }
  const end = new AbortController().signal
  const feature = createJobsFeature({ ...context, store, newId: () => 'new', notices, end }, { commands })
  feature.load?.()
  const shown = () => Object.values(notices.all())
  return { feature, notices, store, sent, shown }
}
const files = () => readdirSync(journalFolder(profile()))

describe('the next start', () => {
  it('tells of what the last one did not see the end of, at each start until it is dismissed', () => {
    expect(nextStart([job()]).shown()).toMatchObject([{ level: 'warning', job: { id: 'job-1', undo: [] } }])
    const { notices, shown } = nextStart([])
    const [notice] = shown()
    expect(notice?.message).toBe('Servertray ended during the backup of Survival. It is not known whether it was done.')
    notices.withdraw(notice?.id ?? '')
    expect(files()).toEqual([])
    expect(nextStart([]).shown()).toEqual([])
  })

  it('has one notice for all of a kind on a server', () => {
    const { shown } = nextStart([
      job({ id: 'a', kind: 'upload' }),
      job({ id: 'b', kind: 'upload' }),
      job({ id: 'c', kind: 'download' }),
    ])
    expect(shown().map(({ message }) => message)).toEqual([
      expect.stringContaining('2 uploads to Survival'),
      expect.stringContaining('the download of'),
    ])
  })

  it('sends nothing by itself', () => {
    expect(nextStart([job({ undo: ['save-on'] })]).sent).toEqual([])
  })
})

describe('“Look again”', () => {
  it('shows the area of the server where the outcome stands, and keeps the notice', () => {
    const { feature, store, shown } = nextStart([job({ kind: 'reinstall' })])
    expect(feature.handlers['jobs:lookAgain']({ id: 'job-1' }, from)).toEqual(ok())
    expect(store.get().app.focus).toMatchObject({ ref, area: 'settings', isFull: true })
    expect(shown()).toHaveLength(1)
  })

  it.each([
    ['a job that nobody knows', [], 'job-1'],
    ['a server that no key has', [job({ baseUrl: 'https://gone.example.com' })], 'job-1'],
  ])('says so for %s', async (_, left, id) => {
    const { feature } = nextStart(left)
    expect(feature.handlers['jobs:lookAgain']({ id }, from)).toMatchObject({ error: { code: 'unknown-server' } })
    expect(await feature.handlers['jobs:undo']({ id }, from)).toMatchObject({ error: { code: 'unknown-server' } })
  })
})

describe('“Send save-on”', () => {
  it('sends each command once, however often it is clicked, and the backup is still told of', async () => {
    const { feature, sent, shown } = nextStart([job({ undo: ['save resume', 'save-on'] })])
    const click = () => feature.handlers['jobs:undo']({ id: 'job-1' }, from)
    expect(await Promise.all([click(), click()])).toEqual([ok(), ok()])
    expect(sent).toEqual([
      [ref, 'save resume'],
      [ref, 'save-on'],
    ])
    expect(shown()).toMatchObject([{ job: { undo: [] } }])
    expect(nextStart([]).shown()).toMatchObject([{ job: { undo: [] } }])
  })

  it.each([ok(), fail('server-not-running')])('is all there was to do for a job that had ended', async (answer) => {
    const { feature, shown } = nextStart([job({ undo: ['save-on'], hasEnded: true })], answer)
    expect(await feature.handlers['jobs:undo']({ id: 'job-1' }, from)).toEqual(ok())
    expect([shown(), files()]).toEqual([[], []])
  })

  it('stays away where it is dismissed while the panel is slow', async () => {
    const answer = Promise.withResolvers<Result<void>>()
    const { feature, notices, shown } = nextStart([job({ undo: ['save-on'] })], answer.promise)
    const clicked = feature.handlers['jobs:undo']({ id: 'job-1' }, from)
    notices.withdraw(shown()[0]?.id ?? '')
    answer.resolve(ok())
    expect(await clicked).toEqual(ok())
    expect([shown(), files()]).toEqual([[], []])
  })

  it('says why it did not arrive, and stays', async () => {
    const { feature, shown } = nextStart([job({ undo: ['save-on'] })], fail('timeout'))
    expect(await feature.handlers['jobs:undo']({ id: 'job-1' }, from)).toMatchObject({ error: { code: 'timeout' } })
    expect(shown()).toMatchObject([{ job: { undo: ['save-on'] } }])
  })
})

it('a job that ends without its undo is told at once', async () => {
  const { feature, shown } = nextStart([])
  await feature.api.keep({ kind: 'backup', ref, what: '' }, async (entry) => {
    entry.addUndo('save-on')
    return ok()
  })
  expect(shown()).toMatchObject([
    {
      message:
        'The world of Survival may not be saved: a backup told the server not to save, and it is not known whether it was told to save again.',
      hint: 'Send “save-on” to its console, or restart it.',
      job: { id: 'new', undo: ['save-on'] },
    },
  ])
})

describe('the words', () => {
  it.each<[Partial<OpenJob>, string, RegExp]>([
    [{ kind: 'backup' }, 'the backup of Survival', /^Look at the server’s backups before/],
    [{ kind: 'reinstall' }, 'the reinstall of Survival', /^Look at the server before/],
    [{ kind: 'upload', what: '3 files' }, 'the upload of 3 files to Survival', /^The last files may be missing/],
    [{ kind: 'download', what: 'world' }, 'the download of world from Survival', /its archive may still be/],
    [{ kind: 'backup-download', what: 'a.tar.gz' }, 'the download of a.tar.gz', /“\.part” file/],
    [{ kind: 'backup-deletion', what: 'Old\u202e' }, 'the deletion of “Old” of Survival', /may not be locked/],
    [
      { kind: 'keep-rule', deleted: ['Old 1', 'Old 2'] },
      'the clean-up of old backups of Survival',
      /^The keep rule had deleted Old 1, Old 2\. /,
    ],
    [
      { kind: 'backup', undo: ['save-on'] },
      'the backup of Survival',
      /^Its world may not be saved until it gets “save-on”\. /,
    ],
  ])('%j', (more, what, hint) => {
    const words = jobWords([job(more)])
    expect(words.message).toBe(`Servertray ended during ${what}. It is not known whether it was done.`)
    expect(words.hint).toMatch(hint)
  })

  it('say how many of several there are', () => {
    expect(jobWords([job({ kind: 'download' }), job({ kind: 'download' })]).message).toBe(
      'Servertray ended during 2 downloads from Survival. It is not known whether they were done.',
    )
  })
})

it('only transfers are cancelled by their id: a backup of which the panel knows goes on', async () => {
  const { feature, store } = nextStart([])
  const work = Promise.withResolvers<AbortSignal>()
  const about = { kind: 'backup', ref: server.ref, what: 'Nightly', table: backupRuns } as const
  const { id } = feature.api.run({ ...about, view: (id) => backupRun({ id }) }, ({ signal }) => {
    work.resolve(signal)
    return Promise.withResolvers<never>().promise
  })
  const signal = await work.promise
  expect(feature.handlers['jobs:cancel']({ id }, from)).toEqual(ok())
  expect([signal.aborted, store.get().backupRuns[server.ref]?.phase]).toEqual([false, 'running'])
})
