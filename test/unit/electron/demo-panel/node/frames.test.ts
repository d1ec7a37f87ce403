import { describe, expect, it } from 'vitest'
import { frameOf, outputMessage, parseFrame } from '../../../../../electron/demo-panel/node/frames.ts'

describe('frames', () => {
  it.each([
    ['{"event":"auth","args":["a","b"]}', { event: 'auth', args: ['a', 'b'] }],
    ['{"event":"send logs"}', { event: 'send logs', args: [] }],
    ['{"event":"send logs","args":null}', { event: 'send logs', args: [] }],
    ['{"event":"auth","args":["a"],"more":1}', { event: 'auth', args: ['a'] }],
    ['{"event":"auth","args":[1]}', null],
    ['{"event":"auth","args":"a"}', null],
    ['{"event":1}', null],
    ['{"args":[]}', null],
    ['[]', null],
    ['null', null],
    ['', null],
    ['{"event":"auth"', null],
    [`${'['.repeat(16_000)}`, null],
  ])('%s', (text, expected) => expect(parseFrame(text)).toEqual(expected))

  it('of output end with a line break, and hold the line as it is', () => {
    expect(frameOf(outputMessage('a\r\nb'))).toBe('{"event":"console output","args":["a\\r\\nb"]}\n')
  })
})
