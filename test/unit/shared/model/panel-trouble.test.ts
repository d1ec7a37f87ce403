import { expect, it } from 'vitest'
import { appError } from '../../../../shared/errors.ts'
import { panelTrouble } from '../../../../shared/model/panel-trouble.ts'
import { clockTime } from '../../../../shared/model/time-words.ts'
import { keyView, panelView } from '../../../fixtures/app-state.ts'

const away = { kind: 'failing', since: 60_000, error: appError('timeout') } as const
const refused = { kind: 'failing', since: 60_000, error: appError('token-refused') } as const
const works = { kind: 'works', at: 0 } as const
const limited = { kind: 'failing', since: 0, error: appError('rate-limited') } as const
const time = clockTime(60_000)

it.each([
  ['all away', [away, away], `not reachable since ${time}`],
  ['one refused, one away', [refused, away], `not reachable since ${time}`],
  ['all refused', [refused], `key not usable since ${time}`],
  ['one works', [refused, works], null],
  ['asked to slow down', [limited], null],
  ['no key', [], null],
] as const)('%s', (_, healths, expected) => {
  const keys = Object.fromEntries(healths.map((health, i) => [`k${i}`, keyView({ id: `k${i}`, health })]))
  expect(panelTrouble({ keys }, panelView().id)).toBe(expected)
})
