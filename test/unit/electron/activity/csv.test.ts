import { describe, expect, it } from 'vitest'
import { activityCsv } from '../../../../electron/activity/csv.ts'
import type { ActivityEntry, ActivityEvent } from '../../../../shared/model/activity.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const at = new Date(2026, 0, 2, 9, 5, 7).getTime()

const entry = (event: ActivityEvent, more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: 'one',
  at,
  ref: serverView().ref,
  name: 'Survival',
  event,
  ...more,
})

describe('the table', () => {
  it('begins with its columns, and with the mark by which spreadsheets know the text', () => {
    expect(activityCsv([])).toBe('\ufeffTime,Name,Identifier,What,By,Details\r\n')
  })

  it.each<[ActivityEvent, string]>([
    [{ kind: 'crashed' }, 'Crashed,,'],
    [{ kind: 'stopped' }, 'Stopped unexpectedly,,'],
    [{ kind: 'back' }, 'Came back on its own,,'],
    [{ kind: 'flapping', count: 3, spanMs: 720_000 }, 'Keeps restarting,,3 times in 12 minutes'],
    [{ kind: 'power', signal: 'restart', origin: 'link', phase: 'confirmed', why: null }, 'Restart done,Link,'],
    [{ kind: 'command', origin: 'window' }, 'Command sent,Window,'],
    [
      { kind: 'keep', count: 2, names: 'One, Two', origin: 'tray' },
      'Backups deleted by the keep rule: 2,Tray,"One, Two"',
    ],
    [{ kind: 'backup-cut', what: 'Old', came: 'unlocked' }, '"Backup unlocked, not deleted",,Old: Servertray ended'],
    [{ kind: 'reinstall', phase: 'asked', origin: 'window', why: null, since: 1 }, 'Reinstall asked for,Window,'],
    [{ kind: 'reinstall', phase: 'failed', origin: 'window', why: 'No.', since: 1 }, 'Reinstall failed,Window,No.'],
    [{ kind: 'power', signal: 'restart', origin: 'tray', phase: 'confirmed', why: null }, 'Restart done,Tray,'],
    [
      { kind: 'power', signal: 'kill', origin: 'notification', phase: 'refused', why: 'The panel, "Home", said no.' },
      'Kill refused,Notification,"The panel, ""Home"", said no."',
    ],
  ])('has a row for %j', (event, row) => {
    expect(activityCsv([entry(event)]).split('\r\n')[1]).toBe(`2026-01-02 09:05:07,Survival,a1b2c3d4,${row}`)
  })

  it('has no identifier for a key', () => {
    const row = activityCsv([entry({ kind: 'key-refused' }, { ref: null, name: 'Home' })]).split('\r\n')[1]
    expect(row).toBe('2026-01-02 09:05:07,Home,,Key refused by the panel,,')
  })

  it.each(['=HYPERLINK("http://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1'])(
    'gives a spreadsheet no formula to run: %s',
    (name) => {
      const row = activityCsv([entry({ kind: 'crashed' }, { name })]).split('\r\n')[1] ?? ''
      const written = row.slice('2026-01-02 09:05:07,'.length)
      expect(written).toMatch(/^"?'/)
    },
  )

  it.each([
    ['a;=1+1', `"a;'=1+1"`],
    ['a|@SUM(A1)', `"a|'@SUM(A1)"`],
    ['a\t-1', `"a\t'-1"`],
    ['a; "=1', `"a; ""'=1"`],
    ['\uff1d1+1', `'\uff1d1+1`],
    ['a;\uff0b1', `"a;'\uff0b1"`],
    ['\uff201', `'\uff201`],
    [' =1', ` '=1`],
    ['12-13 a=b', '12-13 a=b'],
    ["O'Neill - one", "O'Neill - one"],
  ])('nor one where cells are cut elsewhere, or signs are of full width: %j', (name, cell) => {
    const row = activityCsv([entry({ kind: 'crashed' }, { name })]).split('\r\n')[1] ?? ''
    expect(row.slice('2026-01-02 09:05:07,'.length)).toBe(`${cell},a1b2c3d4,Crashed,,`)
  })
})
