import { describe, expect, it } from 'vitest'
import {
  createQuitGuard,
  isFree,
  plannedOf,
  quitWords,
  quitWordsOf,
  unsavedOf,
  unsentOf,
  updateHeldBy,
} from '../../../../../electron/app/quit/quit-guard.ts'
import { createStore } from '../../../../../electron/state/store.ts'
import { changeServer, setUnsaved } from '../../../../../electron/state/updates.ts'
import type { PowerAction } from '../../../../../shared/model/power-schema.ts'
import type { ServerView } from '../../../../../shared/model/server-schema.ts'
import { clockTime } from '../../../../../shared/model/time-words.ts'
import { appState, consoleEntry } from '../../../../fixtures/app-state.ts'
import { backupRun, downloadView, restoreView } from '../../../../fixtures/backup-view.ts'
import { filePath } from '../../../../fixtures/file-entry.ts'
import { fileMove, ownEdit } from '../../../../fixtures/file-move-view.ts'
import { bulkView, planStep, planView, restartChoices } from '../../../../fixtures/plan-view.ts'
import { reinstallRun } from '../../../../fixtures/server-people.ts'
import { powerAction, serverView } from '../../../../fixtures/server-view.ts'

const withAction = (phase: PowerAction['phase'], more: Partial<PowerAction> = {}): ServerView =>
  serverView({ action: powerAction({ phase, ...more }) })
const flush = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('unsentOf', () => {
  it.each(['sending', 'accepted', 'confirmed', 'unconfirmed', 'refused', 'stalled'] as const)(
    'passes over an action that is %s',
    (phase) => expect(unsentOf(appState({ servers: [withAction(phase)] }))).toEqual([]),
  )

  it('names actions and commands that wait, but not what was typed', () => {
    const kill = withAction('waiting', { signal: 'kill' })
    const arena = serverView({ identifier: 'b1b2c3d4', name: 'Arena' })
    const entries = [consoleEntry({ phase: 'waiting', command: 'op me' }), consoleEntry({ id: '2', phase: 'sent' })]
    const state = appState({ servers: [kill, arena], consoles: { [arena.ref]: { entries, stream: null } } })
    expect(unsentOf(state)).toEqual(['Kill of Survival', 'Command for Arena'])
  })
})

it.each([
  ['saving', ['Save of /a.yml from your editor']],
  // Kept on this computer for the next start.
  ['changed', []],
  ['conflict', []],
] as const)('of a file in the person’s editor that is %s names %j as planned', (phase, planned) => {
  const edit = ownEdit({ path: filePath('/a.yml'), phase })
  const state = appState({ servers: [serverView()], ownEdits: [edit] })
  expect(plannedOf(state)).toEqual(planned)
})

it('says what is lost by quitting', () => {
  expect(quitWords(['Restart of Survival'])).toEqual({
    message: 'Restart of Survival was not sent yet. Quit anyway?',
    detail: 'It waits for the panel’s rate limit. If you quit now, it is not sent.',
  })
  expect(quitWords(['Restart of Survival', 'Command for Arena'])).toEqual({
    message: '2 actions were not sent yet. Quit anyway?',
    detail:
      'They wait for a panel’s rate limit: Restart of Survival, Command for Arena. If you quit now, they are not sent.',
  })
})

describe('what is planned', () => {
  const bulk = bulkView([
    { ref: serverView().ref, outcome: 'confirmed', error: null },
    { ref: serverView({ identifier: 'b1b2c3d4' }).ref, outcome: 'waiting', error: null },
  ])
  const stopStart = restartChoices({ atZero: 'stop-start' })
  it.each([
    ['a backup that is not begun', { backupRuns: [backupRun({ phase: 'saving' })] }, ['Backup of Survival']],
    ['a backup that is asked for', { backupRuns: [backupRun({ phase: 'asking' })] }, ['Backup of Survival']],
    ['one that the panel makes', { backupRuns: [backupRun()] }, []],
    [
      'a reinstall after its backup',
      { reinstalls: [reinstallRun({ phase: 'backing-up' })] },
      ['Reinstall of Survival'],
    ],
    ['a reinstall on its way', { reinstalls: [reinstallRun({ phase: 'asking' })] }, ['Reinstall of Survival']],
    ['a reinstall at the panel', { reinstalls: [reinstallRun()] }, []],
    ['a reinstall that has ended', { reinstalls: [reinstallRun({ phase: 'failed', endedAt: 1 })] }, []],
    ['a download', { downloads: [downloadView({ file: 'a.tar.gz' })] }, ['Download of a.tar.gz']],
    ['one that is done', { downloads: [downloadView({ phase: 'done' })] }, []],
    ['a move of files', { fileMoves: [fileMove({ direction: 'up', name: 'a.jar' })] }, ['Upload of a.jar']],
    ['a restore that has overwritten nothing yet', { restores: [restoreView()] }, ['Restore of Survival']],
    ['a countdown', { plans: [planView({ zeroAt: 0 })] }, [`Restart of Survival at ${clockTime(0)}`]],
    [
      'one that waits for its backup',
      { plans: [planView({ phase: 'backing-up' })] },
      ['Restart of Survival after its backup'],
    ],
    [
      'a start after a stop',
      { plans: [planView({ phase: 'watching', choices: stopStart })] },
      ['Start of Survival after its stop'],
    ],
    ['a restart on its way', { plans: [planView({ phase: 'signalling' })] }, ['Restart of Survival, on its way']],
    [
      'a start that is out',
      { plans: [planView({ phase: 'watching', choices: stopStart, steps: [planStep({ kind: 'start' })] })] },
      [],
    ],
    ['a restart that is out', { plans: [planView({ phase: 'watching' })] }, []],
    ['a plan that has ended', { plans: [planView({ phase: 'missed', choices: stopStart })] }, []],
    ['the rest of a bulk action', { bulks: [bulk] }, ['Bulk action for 1 server']],
    ['a bulk action that has ended', { bulks: [{ ...bulk, endedAt: 1 }] }, []],
  ] satisfies [string, Parameters<typeof appState>[0], string[]][])('names %s', (_, parts, planned) => {
    expect(plannedOf(appState(parts))).toEqual(planned)
  })

  it('is lost by quitting', () => {
    expect(quitWords([], ['Restart of Survival at 03:00'])).toEqual({
      message: 'Restart of Survival at 03:00 is still to come. Quit anyway?',
      detail: 'It needs Servertray to stay open. If you quit now, it will not happen.',
    })
    expect(quitWords([], ['Restart of Survival at 03:00'], [], true).detail).toBe(
      'It needs Servertray to stay open. If you quit now, it goes on only if you open Servertray again before its time.',
    )
    expect(quitWords([], ['Restart of Survival at 03:00', 'Backup of Arena'], [], true).detail).toMatch(
      /they will not happen, but for a restart if you open Servertray again before its time\.$/,
    )
    expect(quitWords(['Restart of Arena'], ['Restart of Survival at 03:00']).message).toBe(
      '2 actions were not sent yet. Quit anyway?',
    )
  })
})

it.each([
  ['a countdown', planView({ zeroAt: 0 }), true],
  ['one whose backup is made', planView({ steps: [planStep({ kind: 'backup', result: 'sending' })] }), false],
  ['one that nobody asked for', planView({ origin: 'frozen' }), false],
])('says of %s whether it goes on at the next start', (_, plan, goesOn) => {
  const { detail } = quitWordsOf(appState({ servers: [serverView()], plans: [plan] }))
  expect(detail.includes('if you open Servertray again')).toBe(goesOn)
})

const survival = serverView()
const arena = serverView({ identifier: 'b1b2c3d4', name: 'Arena' })
const textOf = ({ ref }: ServerView, path: string) => ({ ref, path: filePath(path), pageId: 7 })

describe('what is changed and not saved', () => {
  it('is named with its server, also where that has gone', () => {
    const unsaved = [textOf(survival, '/a.txt'), textOf(arena, '/photo\u202egpj.txt')]
    const [own, other] = unsavedOf(appState({ servers: [survival], app: { unsaved } }))
    expect(own).toBe('/a.txt of Survival')
    expect(other).not.toContain('\u202e')
    expect(other).toContain(arena.ref.slice(0, 10))
  })

  it('is named by what of a server it is', () => {
    const unsaved = [{ ref: survival.ref, path: null, pageId: 7 }]
    expect(unsavedOf(appState({ servers: [survival], app: { unsaved } }))).toEqual(['the startup of Survival'])
  })

  it('holds a quit up, of whichever window', () => {
    expect(isFree(appState({ servers: [survival] }))).toBe(true)
    const unsaved = [textOf(survival, '/a.txt')]
    expect(isFree(appState({ servers: [survival], app: { unsaved } }))).toBe(false)
  })

  it.each([
    [
      [],
      ['/a.txt of Survival', 'the startup of Arena'],
      'What you changed in 2 places is not saved. Quit anyway?',
      'It is lost then: /a.txt of Survival, the startup of Arena. To keep it, cancel and save it first.',
    ],
    [
      ['Restart of Arena'],
      ['/a.txt of Survival'],
      'What you changed in /a.txt of Survival is not saved. Quit anyway?',
      'It is lost then. To keep it, cancel and save it first.\n\nStill to come, and not sent: Restart of Arena.',
    ],
  ])('%j and %j are asked about', (unsent, unsaved, message, detail) => {
    expect(quitWords(unsent, [], unsaved)).toEqual({ message, detail })
  })
})

describe('a restart into a new version', () => {
  it.each([
    [[textOf(survival, '/a.txt')], 'What you changed in /a.txt of Survival is not saved.', /^Save it or discard it/],
    [
      [textOf(survival, '/a.txt'), textOf(survival, '/b.txt')],
      'What you changed in 2 places is not saved.',
      /^Save or discard \/a\.txt of Survival, \/b\.txt of Survival/,
    ],
  ])('is held by texts that are not saved, with their names', (unsaved, message, hint) => {
    expect(updateHeldBy(appState({ servers: [survival], app: { unsaved } }))).toMatchObject({
      code: 'update-busy',
      message,
      hint: expect.stringMatching(hint),
    })
  })
})

describe('the question before a quit', () => {
  function setUp(server: ServerView) {
    const store = createStore(appState({ servers: [server] }))
    const did: string[] = []
    let isSessionEnding = false
    let answer: (isYes: boolean | Promise<boolean>) => void = () => undefined
    let isOpen = false
    const listener = createQuitGuard({
      store,
      ask({ message }, withdraw) {
        if (isOpen) {
          did.push('in front')
          return Promise.resolve(false)
        }
        isOpen = true
        did.push(`asked: ${message}`)
        return new Promise((resolve) => {
          answer = (isYes) => {
            isOpen = false
            resolve(isYes)
          }
          withdraw.addEventListener('abort', () => resolve(false), { once: true })
        })
      },
      tellPlayers: async () => {},
      isSessionEnding: () => isSessionEnding,
      quit: () => did.push('quit'),
      onStay: () => did.push('stayed'),
    })
    /** True when the quit goes through. */
    function beforeQuit(): boolean {
      let goes = true
      listener({
        preventDefault() {
          goes = false
        },
      })
      return goes
    }
    async function say(isYes: boolean | Promise<boolean>): Promise<void> {
      answer(isYes)
      await flush()
    }
    const endSession = () => {
      isSessionEnding = true
    }
    return { store, did, beforeQuit, say, endSession, ref: server.ref }
  }

  const question = 'asked: Restart of Survival was not sent yet. Quit anyway?'

  it('is not asked where nothing waits', () => {
    const { beforeQuit, did } = setUp(withAction('accepted'))
    expect(beforeQuit()).toBe(true)
    expect(did).toEqual([])
  })

  it('is not asked at the end of a session, and one that is open holds up nothing and brings nothing back', async () => {
    const { beforeQuit, did, endSession, say } = setUp(withAction('waiting'))
    expect(beforeQuit()).toBe(false)
    endSession()
    expect(beforeQuit()).toBe(true)
    // Its window closes with the others.
    await say(false)
    expect(did).toEqual([question])
  })

  it('is asked once, comes to the front when a person quits again, and a yes lets the quit through', async () => {
    const { beforeQuit, did, say } = setUp(withAction('waiting'))
    expect([beforeQuit(), beforeQuit()]).toEqual([false, false])
    expect(did).toEqual([question, 'in front'])
    await say(true)
    expect(did).toEqual([question, 'in front', 'quit'])
    expect(beforeQuit()).toBe(true)
  })

  it('is asked again after a no', async () => {
    const { beforeQuit, did, say } = setUp(withAction('waiting'))
    expect(beforeQuit()).toBe(false)
    await say(false)
    expect(did).toEqual([question, 'stayed'])
    expect(beforeQuit()).toBe(false)
    expect(did).toHaveLength(3)
  })

  it('is withdrawn when all was sent meanwhile, and the app quits', async () => {
    const { beforeQuit, did, store, ref } = setUp(withAction('waiting'))
    expect(beforeQuit()).toBe(false)
    store.update(changeServer(ref, (known) => ({ ...known, action: powerAction({ phase: 'accepted' }) })))
    await flush()
    expect(did).toEqual([question, 'quit'])
  })

  it('names a text that is not saved, and goes once it is', async () => {
    const { beforeQuit, did, say, store, ref } = setUp(withAction('accepted'))
    store.update(setUnsaved(7, [{ ref, path: filePath('/ops.json') }]))
    expect(beforeQuit()).toBe(false)
    await say(false)
    const asked = 'asked: What you changed in /ops.json of Survival is not saved. Quit anyway?'
    expect(did).toEqual([asked, 'stayed'])
    expect(beforeQuit()).toBe(false)
    store.update(setUnsaved(7, []))
    await flush()
    expect(did).toEqual([asked, 'stayed', asked, 'quit'])
  })

  it('that cannot be asked keeps nobody from quitting', async () => {
    const { beforeQuit, did, say } = setUp(withAction('waiting'))
    expect(beforeQuit()).toBe(false)
    await say(Promise.reject(new Error('no display')))
    expect(did.at(-1)).toBe('quit')
  })
})
