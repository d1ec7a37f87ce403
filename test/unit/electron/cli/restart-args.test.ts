import { describe, expect, it } from 'vitest'
import { parseArguments } from '../../../../electron/cli/parse-arguments.ts'
import { nextTimeOfDay } from '../../../../electron/cli/restart.ts'
import { defaultRestartChoices } from '../../../../shared/model/restart.ts'

const commandOf = (argv: readonly string[]) => {
  const parsed = parseArguments(argv)
  return parsed.ok && parsed.value.kind === 'run' ? parsed.value.values : parsed
}

describe('restart', () => {
  it.each<[string[], object]>([
    [['restart', 'a1b2c3d4'], { at: null, waits: false, choices: { warnings: [300, 60, 30, 10, 5, 4, 3, 2, 1] } }],
    [['restart', 'a1b2c3d4', '--warn', '10s,5m,1m'], { choices: { warnings: [300, 60, 10] } }],
    [['restart', 'a1b2c3d4', '--warn', ''], { choices: { warnings: [] } }],
    [['restart', 'a1b2c3d4', '--message', 'say {time}'], { choices: { text: 'say {time}', cancelText: null } }],
    [['restart', 'a1b2c3d4', '--cancel-message', 'say no'], { choices: { cancelText: 'say no' } }],
    [['restart', 'a1b2c3d4', '--at', '03:00', '--wait'], { at: '03:00', waits: true }],
    [['restart', 'a1b2c3d4'], { choices: { players: { rule: 'any' }, backupFirst: 'no' } }],
    [['restart', 'a1b2c3d4', '--backup-first'], { choices: { backupFirst: 'must' } }],
    [['--backup-first', 'restart', 'a1b2c3d4'], { choices: { backupFirst: 'must' } }],
    [['restart', '--backup-first', 'a1b2c3d4'], { choices: { backupFirst: 'must' } }],
    [['restart', 'a1b2c3d4', '--backup-first=anyway'], { choices: { backupFirst: 'anyway' } }],
    [
      ['restart', 'a1b2c3d4', '--when-empty', '--players'],
      { at: null, choices: { players: { rule: 'when-empty', otherwise: 'skip' } } },
    ],
    [
      ['restart', 'a1b2c3d4', '--when-empty', '--until', '06:00', '--else', 'restart', '--players'],
      { at: '06:00', choices: { players: { rule: 'when-empty', otherwise: 'restart' } } },
    ],
    [
      ['restart', 'a1b2c3d4', '--at-most', '3', '--at', '06:00', '--players'],
      { at: '06:00', choices: { players: { rule: 'at-most', players: 3 } } },
    ],
  ])('%j', (argv, command) => expect(commandOf(argv)).toMatchObject({ server: 'a1b2c3d4', ...command }))

  it.each([
    [['restart'], 'invalid-request'],
    [['restart', 'a1b2c3d4', 'b1b2c3d4'], 'invalid-request'],
    [['restart', 'a1b2'], 'invalid-identifier'],
    [['restart', 'a1b2c3d4', '--warn', '5'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--warn', '5m,5m'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--warn', '25h'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--at', '24:00'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--at', '3:00'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--when-empty'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--backup-first=never'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--backup-first', 'anyway'], 'invalid-request'],
    [['power', 'a1b2c3d4', 'restart', '--backup-first'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--at-most', '3'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--players'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--players', '--at-most', '-1'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--players', '--at-most', 'few'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--players', '--at-most', '10001'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--players', '--at-most', '3', '--when-empty'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--players', '--at-most', '3', '--until', '06:00'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--players', '--when-empty', '--until', '6:00'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--players', '--when-empty', '--at', '06:00'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--players', '--when-empty', '--else', 'wait'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--players', '--when-empty', '--else', 'restart'], 'invalid-request'],
    [['list', '--players'], 'invalid-request'],
    [['restart', 'a1b2c3d4', '--message', 'a\nb'], 'invalid-command'],
    [['restart', 'a1b2c3d4', '--stagger', '5'], 'invalid-request'],
    [['power', 'a1b2c3d4', 'restart', '--warn', '5m'], 'invalid-request'],
  ])('%j is refused', (argv, code) => expect(commandOf(argv)).toMatchObject({ error: { code } }))

  it('takes a time of day for the next one there is', () => {
    const noon = new Date(2026, 5, 1, 12, 0).getTime()
    expect(nextTimeOfDay('12:01', noon)).toBe(new Date(2026, 5, 1, 12, 1).getTime())
    expect(nextTimeOfDay('12:00', noon)).toBe(new Date(2026, 5, 2, 12, 0).getTime())
    expect(nextTimeOfDay('03:00', noon)).toBe(new Date(2026, 5, 2, 3, 0).getTime())
  })

  it.each([
    ['a day whose clocks skip it', '2026-03-28T20:00:00Z', '02:30', '2026-03-29T01:00:00Z'],
    ['the day after such a one', '2026-03-29T04:00:00Z', '02:30', '2026-03-30T00:30:00Z'],
    ['the day before it', '2026-03-28T00:00:00Z', '02:30', '2026-03-28T01:30:00Z'],
    ['a day whose clocks show it twice', '2026-10-24T22:00:00Z', '02:30', '2026-10-25T00:30:00Z'],
  ])('knows %s', (_, now, time, at) => {
    expect(new Date(nextTimeOfDay(time, Date.parse(now), 'Europe/Berlin'))).toEqual(new Date(at))
  })
})

describe('bulk', () => {
  const usual = { staggerMs: 5_000, isDryRun: false, confirmed: null }
  const afterBackup = (backupFirst: 'must' | 'anyway') => ({
    kind: 'restart',
    choices: { ...defaultRestartChoices, warnings: [], backupFirst },
    when: { inSeconds: 0 },
  })
  it.each<[string[], object]>([
    [['bulk', 'restart', '--all'], { ...usual, which: { match: '*' } }],
    [['bulk', 'stop', '--match', 'surv*', '--stagger', '0.5'], { which: { match: 'surv*' }, staggerMs: 500 }],
    [['bulk', 'start', 'a1b2c3d4', 'a1b2c3d4', 'b1b2c3d4'], { which: { identifiers: ['a1b2c3d4', 'b1b2c3d4'] } }],
    [['bulk', 'kill', '--all', '--yes', '12', '--dry-run'], { confirmed: 12, isDryRun: true }],
    [['bulk', 'restart', '--all'], { work: { kind: 'power', signal: 'restart' } }],
    [['bulk', 'restart', '--all', '--backup-first'], { work: afterBackup('must') }],
    [['bulk', 'restart', '--all', '--backup-first=anyway'], { work: afterBackup('anyway') }],
  ])('%j', (argv, command) => expect(commandOf(argv)).toMatchObject(command))

  it.each([
    [['bulk'], 'invalid-request'],
    [['bulk', 'reboot', '--all'], 'invalid-signal'],
    [['bulk', 'stop'], 'invalid-request'],
    [['bulk', 'stop', '--all', 'a1b2c3d4'], 'invalid-request'],
    [['bulk', 'stop', '--match', ''], 'invalid-request'],
    [['bulk', 'stop', 'a1b2'], 'invalid-identifier'],
    [['bulk', 'stop', '--all', '--stagger', '4000'], 'invalid-request'],
    [['bulk', 'kill', '--all', '--yes', 'all'], 'invalid-request'],
    [['bulk', 'stop', '--all', '--wait'], 'invalid-request'],
    [['bulk', 'stop', '--all', '--backup-first'], 'invalid-request'],
    [['bulk', 'kill', '--all', '--backup-first=anyway'], 'invalid-request'],
    [['bulk', 'restart', '--all', '--backup-first=never'], 'invalid-request'],
    [['plan'], 'invalid-request'],
    [['plan', 'drop'], 'invalid-request'],
  ])('%j is refused', (argv, code) => expect(commandOf(argv)).toMatchObject({ error: { code } }))
})
