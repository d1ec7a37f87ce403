import { globOf } from '../../electron/cli/bulk.ts'
import { match, target } from '../../renderer/features/palette/find.ts'
import { wordsOf } from '../../shared/model/search.ts'
import { seenAddress } from '../../shared/model/seen-address.ts'
import { compared, type Figure, ms, quantile } from './figures.ts'

const rounds = 15

/** Texts made to be slow to judge, at a size and at twice that size. */
const judged: readonly { name: string; size: number; judge(size: number): unknown }[] = [
  {
    name: 'palette: a name against a query longer than it',
    size: 2_000,
    judge: (size) => match(target('a'.repeat(size)), wordsOf(`${'a'.repeat(size)}b`)),
  },
  {
    name: 'an address looked for in a refusal',
    size: 50_000,
    judge: (size) => seenAddress(`${'1:'.repeat(size)}${'.1'.repeat(size)}`),
  },
  {
    name: 'command line: a pattern of stars against a name',
    size: 20_000,
    judge: (size) => globOf(`${'*-'.repeat(12)}x`).test('-'.repeat(size)),
  },
]

function medianTime(run: () => unknown): number {
  const spent = Array.from({ length: rounds }, () => {
    const startedAt = performance.now()
    run()
    return performance.now() - startedAt
  })
  return quantile(spent, 0.5)
}

/** How the time grows with a hostile text: one twice as long takes twice as long, no more. */
export function measureHostileTexts(): Figure[] {
  return judged.map(({ name, size, judge }) => {
    for (let i = 0; i < rounds; i += 1) judge(size)
    const [once, twice] = [medianTime(() => judge(size)), medianTime(() => judge(2 * size))]
    return compared({ name, value: twice, reference: [once, 'half as long'], as: ms, most: 3 })
  })
}
