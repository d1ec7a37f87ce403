import { expect, it } from 'vitest'
import { startOptions } from '../../../electron/start-options.ts'

it.each<[string[], { demo: boolean; hidden: boolean }]>([
  [[], { demo: false, hidden: false }],
  [['--demo'], { demo: true, hidden: false }],
  [['--hidden', '--no-sandbox', 'x'], { demo: false, hidden: true }],
  [['--demo=1'], { demo: false, hidden: false }],
  // What wrote the link may have written the rest as well.
  [['--demo', 'servertray://open/a1b2c3d4', '--hidden'], { demo: false, hidden: false }],
  [['--demo', 'SERVERTRAY:x'], { demo: false, hidden: false }],
])('%j', (argv, options) => expect(startOptions(argv)).toEqual(options))
