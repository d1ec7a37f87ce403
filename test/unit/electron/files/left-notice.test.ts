import { describe, expect, it } from 'vitest'
import { createEditsNotice } from '../../../../electron/files/left-edits.ts'
import { createNotices } from '../../../../electron/state/notices.ts'
import { filePath } from '../../../fixtures/file-entry.ts'

function setUp(...servers: readonly string[]) {
  const notices = createNotices()
  const read: string[][] = []
  const notice = createEditsNotice(notices, (ids) => read.push([...ids]))
  for (const [i, server] of servers.entries()) notice.add(`${i}`, { path: filePath(`/${i}.txt`), server })
  notice.tell()
  return { notices, notice, read, shown: () => notices.all()['own-edits-left'] }
}

describe('the notice of what was left', () => {
  it.each([
    [['A'], '/0.txt of A was'],
    [[''], '/0.txt was'],
    [['A', 'A'], '2 files of A were'],
    [['A', 'B'], '2 files of A, B were'],
    [['A', '', 'B', 'C', 'D', 'E'], '6 files of A, B, C and 2 more were'],
  ])('of servers %j says %s', (servers, text) => {
    expect(setUp(...servers).shown()?.message).toBe(`${text} changed in your own editor and not saved to the server.`)
  })

  it('tells of what is left once one is done, and goes with the last', () => {
    const { notice, shown, read } = setUp('A', 'B')
    notice.remove('0')
    expect(shown()).toMatchObject({
      message: expect.stringContaining('/1.txt of B was'),
      hint: expect.stringContaining('It is kept'),
    })
    notice.remove('1')
    expect(shown()).toBeUndefined()
    expect(read).toEqual([])
  })

  it('tells who dismissed it once, and does not come back', () => {
    const { notices, notice, shown, read } = setUp('A', 'B')
    notices.withdraw('own-edits-left')
    expect(read).toEqual([['0', '1']])
    notice.remove('0')
    expect(shown()).toBeUndefined()
    notice.dispose()
  })
})
