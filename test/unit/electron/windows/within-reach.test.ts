import { expect, it } from 'vitest'
import { isWithinReach } from '../../../../electron/windows/within-reach.ts'

const laptop = { x: 0, y: 25, width: 1_440, height: 875 }
const left = { x: -1_920, y: 0, width: 1_920, height: 1_080 }
const size = { width: 980, height: 640 }

it.each([
  ['in the middle of the only screen', { x: 200, y: 100 }, [laptop], true],
  ['on the second screen, left of the first', { x: -1_500, y: 40 }, [laptop, left], true],
  ['on a screen that is gone', { x: -1_500, y: 40 }, [laptop], false],
  ['with enough of it at the right', { x: 1_320, y: 100 }, [laptop], true],
  ['over two screens', { x: -490, y: 100 }, [laptop, left], true],
  ['with its upper edge above the screen', { x: 200, y: -300 }, [laptop], false],
  ['where there is no screen', { x: 0, y: 0 }, [], false],
] as const)('a window %s is within reach: %s', (_, place, workAreas, isThere) => {
  expect(isWithinReach({ ...place, ...size }, workAreas)).toBe(isThere)
})
