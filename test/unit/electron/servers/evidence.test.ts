import { describe, expect, it } from 'vitest'
import {
  askAgainAt,
  type Evidence,
  forAction,
  noEvidence,
  runsAnew,
  stateSince,
  withAnswer,
  withTold,
} from '../../../../electron/servers/evidence.ts'
import type { ServerState } from '../../../../shared/model/server-schema.ts'

/** What was learnt of a server: asked of a panel or told by a console, in seconds since the action; the uptime too. */
type Learnt = { asked?: number; told?: number; state: ServerState; up?: number; cache?: number }

const asked = (at: number, state: ServerState, up?: number, cache = 20): Learnt => ({
  asked: at,
  state,
  cache,
  ...(up !== undefined && { up }),
})
const told = (at: number, state: ServerState, up?: number): Learnt => ({
  told: at,
  state,
  ...(up !== undefined && { up }),
})
/** The panel answered that it runs. */
const ran = (at: number, up?: number): Learnt => asked(at, 'running', up)

function learn(evidence: Evidence, { asked: askedAt, told: toldAt, state, up, cache = 20 }: Learnt): Evidence {
  const uptimeMs = up === undefined ? null : up * 1_000
  if (toldAt !== undefined) return withTold(evidence, { state, uptimeMs }, toldAt * 1_000)
  const at = (askedAt ?? 0) * 1_000
  const mark = `${state} ${uptimeMs}`
  return withAnswer(evidence, { askedAt: at, answeredAt: at + 100, cachedForMs: cache * 1_000, state, uptimeMs, mark })
}

/** What is known at the end of what was learnt before and after an action at 0. */
const after = (before: readonly Learnt[], since: readonly Learnt[]) =>
  since.reduce(learn, forAction(before.reduce(learn, noEvidence), 0))

const old = ran(-10, 3_600)
const young = ran(-2, 6)

describe('what is read under a cache of 20 s, and whether it shows that a restart came about', () => {
  it.each<[string, Learnt[], Learnt[], boolean]>([
    ['nothing', [old], [], false],
    ['the old answer again', [old], [ran(1, 3_600)], false],
    ['the old run, read anew', [old], [ran(1, 3_600), ran(11, 3_621)], false],
    ['an answer of being down that may be from before', [old], [asked(1, 'offline'), ran(2, 3_611)], false],
    ['a stop that is surely after the action', [old], [ran(1, 3_600), asked(2, 'stopping', 3_612)], false],
    ['down surely after the action, then running', [old], [ran(1, 3_600), asked(2, 'offline'), ran(22, 3)], true],
    ['down, asked for later than any answer is kept', [old], [asked(20.5, 'offline'), ran(41, 9)], true],
    ['a run too young to have begun before', [], [ran(30, 5)], true],
    ['the same, but the answer may be from before', [], [ran(1, 5)], false],
    ['a run that may have begun before', [], [ran(22, 5)], false],
    ['the same, where it is known to be read between two looks', [], [ran(12, 99), ran(13, 5)], true],
    ['another run than the long one before, too quick to tell by the clock', [old], [ran(9, 3_600), ran(10, 9)], true],
    ['another run than the young one before, too quick to tell by the clock', [young], [ran(9, 6), ran(10, 9)], true],
    ['the young run from before, read anew', [young], [ran(9, 6), ran(10, 18)], false],
    ['another run than before, but it began before the action', [old], [ran(9, 3_600), ran(10, 13)], false],
    ['a start that was on its way before', [asked(-1, 'starting')], [told(1, 'starting'), told(2, 'running')], false],
    ['a start seen after it ran', [old], [told(1, 'running'), told(2, 'starting'), told(3, 'running')], true],
    ['a start of which only an old state is known', [old], [told(2, 'starting'), told(3, 'running')], false],
    ['a console that tells of a young run', [], [told(9, 'running', 3)], true],
    ['a console that tells of being down', [old], [told(1, 'offline'), told(2, 'running')], true],
    [
      'a console that told of being down and is gone: the panel’s answer is from before',
      [old],
      [told(1, 'offline'), ran(2, 3_605)],
      false,
    ],
    [
      'a console that told of being down and is gone: the panel’s answer is later',
      [old],
      [told(1, 'offline'), ran(2, 3_600), ran(11)],
      true,
    ],
    ['a panel whose cache is short', [old], [asked(2, 'offline', undefined, 1), asked(4, 'running', 1, 1)], true],
    ['an answer that comes too late', [old], [told(5, 'running'), asked(4, 'offline'), told(6, 'running')], false],
    ['no uptime and never down', [ran(-9)], [ran(15), ran(40)], false],
    [
      'another run than one of 8 s, whose beginning somebody else had just read: its uptime grew too little',
      [ran(-20, 3_560), ran(-0.2, 0.001)],
      [ran(11, 0.001), ran(12, 11.9)],
      true,
    ],
    [
      'the same, where the uptime grew as it would in one run',
      [ran(-20, 3_560), ran(-0.2, 0.001)],
      [ran(11, 0.001), ran(12, 20.1)],
      false,
    ],
    [
      'another run than one of which the daemon told no uptime yet',
      [ran(-20, 3_560), ran(-0.2, 0)],
      [ran(11, 0), ran(12, 11.9)],
      true,
    ],
    [
      'the run of which the daemon told no uptime yet',
      [ran(-20, 3_560), ran(-0.2, 0)],
      [ran(19, 0), ran(20, 20.1)],
      false,
    ],
    [
      'an uptime that grew by as little as one run of a lagging daemon and a cache of whole seconds allows',
      [ran(-20, 3_560), ran(-0.2, 0.001)],
      [ran(17, 0.001), ran(18, 18.001)],
      false,
    ],
    ['the same by a little less', [ran(-20, 3_560), ran(-0.2, 0.001)], [ran(17, 0.001), ran(18, 17.999)], true],
    [
      'an uptime that grew too little, of a panel that is seen to keep answers for less than it says',
      [ran(-3, 3_560), ran(-0.2, 0.001)],
      [ran(1, 0.001), ran(2, 1.5)],
      false,
    ],
    [
      'a run that is another than before the action, of which the next answer tells too',
      [ran(-0.2, 1)],
      [ran(0.7, 0.2), ran(19.9, 0.2), ran(20.9, 20.4)],
      true,
    ],
    ['another run than the first answer’s, which may be from before', [], [ran(0.5, 2), ran(10, 2), ran(11, 11)], true],
    [
      'another run than a console told of before, with an answer between them that tells no uptime',
      [told(-1, 'running', 3_600)],
      [ran(11), ran(12, 12)],
      true,
    ],
    [
      'a run that began with the action or shortly before it, of a server that nobody looked at closely',
      [ran(-21, 3_600)],
      [ran(0.5, 3_620), ran(31, 20)],
      true,
    ],
    ['an old answer of a panel that keeps them for longer than it says', [ran(-1, 0.5)], [ran(25, 0.5)], false],
    [
      'a console’s uptime, and an answer of the same run that is older',
      [told(-0.5, 'running', 1)],
      [told(20, 'running', 21.5), ran(20.5, 2)],
      false,
    ],
    ['it runs no more', [old], [told(1, 'offline'), told(2, 'running'), told(3, 'offline')], false],
  ])('%s', (_, before, since, isAnew) => {
    expect(runsAnew(after(before, since))).toBe(isAnew)
  })
})

describe('the state since an action', () => {
  it.each<[string, Learnt[], Learnt[], ServerState | null]>([
    ['nothing was read', [old], [], null],
    ['an answer that may be from before', [old], [asked(1, 'offline')], null],
    ['another answer than one from after it', [old], [ran(1, 3_600), asked(2, 'offline')], 'offline'],
    ['later than answers are kept', [old], [asked(20.1, 'offline')], 'offline'],
    ['what a console tells', [old], [told(0.1, 'offline')], 'offline'],
  ])('%s', (_, before, since, state) => {
    expect(stateSince(after(before, since))).toBe(state)
  })
})

describe('when to ask again after a restart that was taken at 0', () => {
  it.each<[string, Learnt[], Learnt[], number]>([
    ['a second later: the cached answer ends at an unknown time', [young], [asked(20, 'offline')], 21],
    [
      'not before the cached answer can end, of a panel that counts in whole seconds',
      [young],
      [ran(3, 6), ran(4, 12)],
      21,
    ],
    ['a second later while its end is due', [young], [asked(3, 'offline'), asked(18, 'offline')], 19],
    [
      'in turn once the end of the cached answer changed nothing',
      [young],
      [asked(3, 'offline'), asked(24, 'offline')],
      44,
    ],
    ['a second later of a server not read before', [], [ran(1, 5)], 2],
  ])('%s', (_, before, since, at) => {
    const last = since.at(-1)?.asked ?? 0
    expect(askAgainAt(after(before, since), 0, last * 1_000, 20_000)).toBe(at * 1_000)
  })
})
