import { expect, it } from 'vitest'
import { debuggingSwitch, startOptions } from '../../../../electron/app/start-options.ts'

it.each<[string[], { demo: boolean; hidden: boolean; quit?: true }]>([
  [[], { demo: false, hidden: false }],
  [['--demo'], { demo: true, hidden: false }],
  [['--hidden', '--no-sandbox', 'x'], { demo: false, hidden: true }],
  [['--quit'], { demo: false, hidden: false, quit: true }],
  // What wrote the link may have written the rest as well.
  [['--demo', 'servertray://open/a1b2c3d4', '--hidden'], { demo: false, hidden: false }],
  [['--quit', 'servertray://open/a1b2c3d4'], { demo: false, hidden: false }],
  [['--demo', 'SERVERTRAY:x'], { demo: false, hidden: false }],
])('%j', (argv, options) => expect(startOptions(argv)).toEqual({ quit: false, ...options }))

it.each<[string[], string | null]>([
  [['--remote-debugging-port=9222'], 'remote-debugging-port'],
  [['--hidden', '--remote-debugging-pipe'], 'remote-debugging-pipe'],
  [['-Remote-Debugging-Port=0'], 'Remote-Debugging-Port'],
  [['/remote-debugging-port:9222'], 'remote-debugging-port'],
  [['--inspect'], 'inspect'],
  [['--demo', '--hidden', '--ozone-platform=x11', 'servertray://open/a1b2c3d4', '/home/inspector'], null],
])('opens to a debugger: %j', (argv, found) => expect(debuggingSwitch(argv)).toBe(found))
