import { describe, expect, it, test } from 'vitest'
import {
  advanceRestore,
  afterRestart,
  beginRestore,
  cancelRestore,
  freshMs,
  leaveRestore,
  longestMs,
  noteBackup,
  noteRequest,
  noteStop,
  type RestoreObservation,
  type Restoring,
  settleMs,
  stopPatienceMs,
  unsureMs,
  wantsActivity,
  wantsBackups,
} from '../../../../electron/backups/restore.ts'
import { longestBackupMs } from '../../../../shared/backups/backups.ts'
import { restoreHint, restoreText } from '../../../../shared/backups/restore.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { at, begun, complete, observationAt, order, reading, taken } from '../../../fixtures/restore-rig.ts'

describe('before the request', () => {
  test('a server that is off is restored once a new reading and the activity are there', () => {
    const run = begun()
      .look(1, { reading: reading('offline', -1), entries: [] })
      .look(5, { reading: reading('offline', 2) })
      .look(6, { reading: reading('offline', 2), entries: [], askedAt: -1 })
    expect(run.given).toEqual([])
    run
      .look(7, { reading: reading('offline', 2), entries: [] })
      .look(8, { reading: reading('offline', 2), entries: [] })
    expect(run.given).toEqual(['restore @7'])
    expect(run.phase).toBe('requesting')
  })

  it.each([
    ['an unknown state', { reading: reading('unknown', 39) }],
    ['no reading', { reading: null }],
    ['an old look at the activity', { reading: reading('offline', 39), askedAt: 9 }],
  ])('waits with %s', (_what, seen) => {
    const run = begun().look(40, { entries: [], ...seen })
    expect([run.phase, run.given]).toEqual(['stopping', []])
  })

  test('the order tells until when what was seen is not old', () => {
    const { restoring } = beginRestore({ ...order, deletesFiles: true }, at(0))
    const { orders } = advanceRestore(restoring, observationAt(20, { reading: reading('offline', 3), entries: [] }))
    expect(orders).toEqual([{ kind: 'restore', truncate: true, notAfter: at(3).now + freshMs }])
  })

  test('a server that does not stop is neither killed nor restored', () => {
    const run = begun().look(1, { reading: reading('running', 0) })
    const late = 1 + stopPatienceMs / 1_000
    run.look(late, { reading: reading('stopping', late - 1), entries: [] })
    expect(run.phase).toBe('stopping')
    run.look(late + 1, { reading: reading('offline', late), entries: [] })
    expect([run.phase, run.code, run.given]).toEqual(['failed', 'server-not-offline', ['stop @1']])
    expect(restoreHint(run.restoring.view)).toMatch(/^Nothing was overwritten\. Servertray told the server to stop\./)
  })

  describe('a server that was stopped, and whose panel may say offline before its process has ended', () => {
    const seen = (seconds: number) => ({ reading: reading('offline', seconds - 1), entries: [], mayLinger: true })
    const stopped = () => begun().look(1, { reading: reading('running', 0), mayLinger: true })

    test('is given half a minute to save, and that is told', () => {
      const run = stopped().look(5, seen(5)).look(34, seen(34))
      expect(run.given).toEqual(['stop @1'])
      expect(restoreText(run.restoring.view)).toBe('Giving the server half a minute to finish saving')
      expect(run.look(35, seen(35)).given).toEqual(['stop @1', 'restore @35'])
    })

    test('has to be offline all that time', () => {
      const run = stopped()
        .look(5, seen(5))
        .look(20, { ...seen(20), reading: reading('starting', 19) })
      expect(restoreText(run.restoring.view)).toBe('Stopping the server')
      expect(run.look(25, seen(25)).look(40, seen(40)).look(54, seen(54)).given).toEqual(['stop @1'])
      expect(run.look(55, seen(55)).given).toEqual(['stop @1', 'restore @55'])
    })

    test('is looked around only at the end of it', () => {
      const { restoring } = stopped().look(5, seen(5))
      const wants = (seconds: number) => {
        const now = { ...observationAt(seconds, seen(seconds)), activity: null, backups: null }
        return [wantsActivity(restoring, now, null), wantsBackups(restoring, now)]
      }
      expect([wants(34), wants(35)]).toEqual([
        [false, false],
        [true, true],
      ])
    })

    test('is given it too where it was off before: somebody may have stopped it just then', () => {
      const run = begun().look(5, seen(5)).look(34, seen(34))
      expect([run.given, restoreText(run.restoring.view)]).toEqual([[], 'Making sure that the server is offline'])
      expect(run.look(35, seen(35)).given).toEqual(['restore @35'])
    })

    test('is no more said to save once that is over', () => {
      const { view } = stopped()
        .look(5, seen(5))
        .look(36, { ...seen(36), backups: null }).restoring
      expect(restoreText(view)).toBe('Stopping the server')
    })
  })

  test('an activity that cannot be read for now is waited for, and named at the end', () => {
    const told = fail('connection-refused')
    const wait = (seconds: number) => ({
      ...observationAt(seconds, { reading: reading('offline', seconds - 1) }),
      activity: { askedAt: at(seconds).now, told },
    })
    const run = begun()
    run.next(advanceRestore(run.restoring, wait(2)).restoring)
    expect(run.phase).toBe('stopping')
    run.next(advanceRestore(run.restoring, wait(781)).restoring)
    expect([run.phase, run.code]).toEqual(['failed', 'connection-refused'])
  })

  describe('a backup that may be written', () => {
    const seen = { reading: reading('offline', 9), entries: [] }
    const look = (told: Result<boolean>, askedAt = 10) => ({ askedAt: at(askedAt).now, told })

    test('ends it, and says that the server was told to stop', () => {
      const run = begun()
        .look(1, { reading: reading('running', 0) })
        .look(10, { ...seen, backups: look(ok(true)) })
      expect([run.phase, run.code, run.given]).toEqual(['failed', 'backup-running', ['stop @1']])
      expect(restoreHint(run.restoring.view)).toMatch(/^Nothing was overwritten\. Servertray told the server to stop\./)
    })

    test.each([
      ['not looked at', null, 'stopping'],
      ['looked at before', look(ok(false), -1), 'stopping'],
      ['looked at long ago', look(ok(false), 1), 'stopping', 35],
      ['not told for now', look(fail('connection-refused')), 'stopping'],
      ['nothing that the key may see', look(fail('permission-lacking')), 'requesting'],
      ['none', look(ok(false)), 'requesting'],
    ] as const)('is looked for right before: %s', (_what, backups, phase, seconds: number = 10) => {
      const run = begun().look(seconds, { reading: reading('offline', seconds - 1), entries: [], backups })
      expect(run.phase).toBe(phase)
    })

    test('is looked for once the server is off, and again where that failed', () => {
      const { restoring } = begun()
      const wants = (more: Partial<RestoreObservation>) =>
        wantsBackups(restoring, { ...observationAt(10, seen), ...more })
      expect(wants({ backups: null })).toBe(true)
      expect(wants({ backups: null, reading: reading('running', 9) })).toBe(false)
      expect(wants({ backups: look(ok(false), 4) })).toBe(false)
      expect(wants({ backups: look(fail('timeout'), 4) })).toBe(true)
      expect(wants({ backups: look(fail('timeout'), 6) })).toBe(false)
      expect(
        wantsBackups(taken().restoring, observationAt(40, { reading: reading('offline', 39), backups: null })),
      ).toBe(false)
    })
  })

  test('an activity that the key may not read is done without', () => {
    const told = fail('permission-lacking')
    const activity = { askedAt: at(2).now, told }
    const run = begun()
    const { orders, restoring } = advanceRestore(run.restoring, {
      ...observationAt(3, { reading: reading('offline', 1) }),
      activity,
    })
    expect(orders.map(({ kind }) => kind)).toEqual(['restore'])
    expect(restoring.view.mark).toBeNull()
  })

  test('a backup is made first where that was chosen, and nothing goes on without it', () => {
    const run = begun({ backsUpFirst: true })
    const seen = { reading: reading('offline', 1), entries: [] }
    expect(run.look(2, seen).given).toEqual(['backup'])
    expect(run.next(noteBackup(run.restoring, fail('backup-failed'), at(3))).phase).toBe('failed')
    expect(run.look(4, seen).given).toEqual(['backup'])

    const good = begun({ backsUpFirst: true })
    good.next(noteBackup(good.restoring, ok(), at(60))).look(80, { reading: reading('offline', 61), entries: [] })
    expect(good.given).toEqual(['backup', 'restore @80'])

    const endless = begun({ backsUpFirst: true }).look(longestBackupMs / 1_000 + 1, seen)
    expect([endless.phase, endless.code]).toEqual(['failed', 'backup-not-seen'])
  })

  test('a stop that is refused ends it; one that may have arrived is waited for', () => {
    const refused = begun().look(1, { reading: reading('running', 0) })
    refused.next(noteStop(refused.restoring, fail('permission-lacking'), at(2)))
    expect([refused.phase, refused.code]).toEqual(['failed', 'permission-lacking'])
    expect(restoreHint(refused.restoring.view)).not.toContain('stop')
    const unsure = begun().look(1, { reading: reading('running', 0) })
    expect(unsure.next(noteStop(unsure.restoring, fail('timeout', { mayHaveActed: true }), at(2))).phase).toBe(
      'stopping',
    )
  })

  test.each([
    ['given up', fail('cancelled'), false],
    ['refused', fail('rate-limited'), false],
    ['not surely arrived', fail('timeout', { mayHaveActed: true }), true],
    ['taken', ok(), true],
  ] as const)('a stop that was %s tells after a cancel what it did', (_what, answer, isTold) => {
    const run = begun().look(1, { reading: reading('running', 0) })
    run.next(cancelRestore(run.restoring, at(2))).next(noteStop(run.restoring, answer, at(3)))
    expect(run.phase).toBe('cancelled')
    expect(restoreHint(run.restoring.view)?.includes('told the server to stop')).toBe(isTold)
  })

  test('it can be cancelled, and not later', () => {
    expect(begun().next(cancelRestore(begun().restoring, at(1))).phase).toBe('cancelled')
    expect(cancelRestore(taken().restoring, at(30))).toBeNull()
    expect(leaveRestore(begun().restoring, at(1))).toBeNull()
  })
})

describe('the answer to the request', () => {
  const asked = () => begun().look(20, { reading: reading('offline', 1), entries: [] })

  it.each([
    ['taken', ok(), 'following', true],
    ['cut', fail('timeout', { mayHaveActed: true }), 'following', false],
    ['refused', fail('rate-limited'), 'failed', false],
    ['not sent in time', fail('cancelled'), 'failed', false],
  ] as const)('%s', (_what, answer, phase, isAccepted) => {
    const run = asked()
    run.next(noteRequest(run.restoring, answer, at(35)))
    expect([run.phase, run.restoring.view.isAccepted]).toEqual([phase, isAccepted])
    run.look(40, { reading: reading('offline', 39), entries: [] })
    expect(run.given).toEqual(['restore @20'])
  })

  test('none is followed as one that may have arrived', () => {
    const run = asked().look(141, {})
    expect(run.phase).toBe('following')
    expect(run.next(noteRequest(run.restoring, ok(), at(150))).restoring.view.isAccepted).toBe(true)
  })

  test('a refusal after which files may be gone says so', () => {
    const refused = (code: 'node-unreachable' | 'rate-limited', deletesFiles: boolean) => {
      const run = begun({ deletesFiles }).look(20, { reading: reading('offline', 1), entries: [] })
      return restoreHint(run.next(noteRequest(run.restoring, fail(code), at(21))).restoring.view)
    }
    expect(refused('node-unreachable', true)).toMatch(/^All files of the server may have been deleted/)
    expect(refused('node-unreachable', false)).toMatch(/^Nothing was overwritten/)
    expect(refused('rate-limited', true)).toMatch(/^Nothing was overwritten/)
  })
})

describe('what became of it', () => {
  const restoring = (seconds: number) => ({ reading: reading('offline', seconds, 'restoring') })

  test('is not known where the panel restores no more and the activity tells nothing', () => {
    const seconds = settleMs / 1_000
    const run = taken()
      .look(40, restoring(39))
      .look(60, { reading: reading('offline', 59), entries: [] })
    run.look(60 + seconds + 1, { reading: reading('offline', 60), entries: [], askedAt: 60 })
    expect(run.phase).toBe('following')
    run.look(60 + seconds + 2, { reading: reading('offline', 60), entries: [] })
    expect([run.phase, run.code]).toEqual(['unknown', 'restore-not-seen'])
  })

  test('is waited for while the panel restores', () => {
    const run = taken()
      .look(40, { reading: reading('offline', 39), entries: [] })
      .look(50, restoring(49))
    run.look(3_600, { ...restoring(3_590), entries: [] }).look(7_200, { ...restoring(7_190), entries: [] })
    expect(run.phase).toBe('following')
    expect(run.look(longestMs / 1_000 + 50, restoring(80_000)).phase).toBe('unknown')
  })

  test('is waited for longer where it is not known whether the panel took it', () => {
    const run = begun().look(20, { reading: reading('offline', 1), entries: [] })
    run.next(noteRequest(run.restoring, fail('timeout', { mayHaveActed: true }), at(40)))
    const seconds = unsureMs / 1_000
    run.look(60, { reading: reading('offline', 59), entries: [] })
    run.look(seconds, { reading: reading('offline', seconds - 1), entries: [] })
    expect(run.phase).toBe('following')
    expect(restoreText(run.restoring.view)).toBe('It is not known yet whether the panel took the restore')
    run.look(seconds + 62, { reading: reading('offline', seconds), entries: [] })
    expect(run.phase).toBe('unknown')
  })

  test('is left open by a person who has looked', () => {
    const run = taken()
    expect(run.next(leaveRestore(run.restoring, at(30))).phase).toBe('unknown')
  })
})

describe('when the activity is asked', () => {
  const looked = (seconds: number) => ({ askedAt: at(seconds).now, told: ok([]) })
  const wants = (
    run: { restoring: Restoring },
    seconds: number,
    seen: Partial<RestoreObservation>,
    announced?: number,
  ) =>
    wantsActivity(
      run.restoring,
      { ...observationAt(seconds, {}), ...seen },
      announced === undefined ? null : at(announced).now,
    )

  test('once the server is off, before the request', () => {
    expect(wants(begun(), 2, { reading: reading('running', 1) })).toBe(false)
    expect(wants(begun(), 2, { reading: reading('offline', 1) })).toBe(true)
    expect(wants(begun(), 8, { reading: reading('offline', 1), activity: looked(2) })).toBe(false)
    expect(wants(begun({ backsUpFirst: true }), 2, { reading: reading('offline', 1) })).toBe(false)
  })

  test('often at first, then seldom, and soon after an end was announced', () => {
    expect(wants(taken(), 30, { activity: looked(24) })).toBe(true)
    expect(wants(taken(), 30, { activity: looked(26) })).toBe(false)
    expect(wants(taken(), 300, { activity: looked(290) })).toBe(false)
    expect(wants(taken(), 300, { activity: looked(230) })).toBe(true)
    expect(wants(taken(), 300, { activity: looked(290) }, 295)).toBe(true)
    expect(wants(taken(), 300, { activity: looked(297) }, 295)).toBe(false)
  })
})

describe('a later run of the app', () => {
  test.each([
    ['nothing was sent', begun().restoring.view, 'cancelled', 'Servertray ended before anything was restored.'],
    [
      'it was stopping',
      begun().look(1, { reading: reading('running', 0) }).restoring.view,
      'cancelled',
      'before anything',
    ],
    ['it was backing up', begun({ backsUpFirst: true }).restoring.view, 'cancelled', 'before anything'],
  ] as const)('finds it over where %s', (_what, view, phase, message) => {
    const { view: after } = afterRestart(view, at(500))
    expect(after.phase).toBe(phase)
    expect(after.error?.message).toContain(message)
    expect(after.endedAt).toBe(at(500).wall)
  })

  test('leaves one that has ended', () => {
    const done = taken().look(90, { entries: [complete('a', 88)] })
    expect(afterRestart(done.restoring.view, at(500)).view).toBe(done.restoring.view)
  })
})
