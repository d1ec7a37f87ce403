import { expect, it } from 'vitest'
import { createCloseGuard } from '../../../../electron/windows/close-guard.ts'
import type { Asked } from '../../../../electron/windows/questions.ts'

function setUp(loss: { message: string; detail: string } | null) {
  const asked: Asked[] = []
  const closed: number[] = []
  let answer = (_isYes: boolean) => {}
  const holds = createCloseGuard({
    lossOf: (pageId) => (pageId === 7 ? loss : null),
    ask(one) {
      asked.push(one)
      return new Promise((resolve) => {
        answer = resolve
      })
    },
  })
  /** True where the window goes at once. */
  function close(pageId: number): boolean {
    let goes = true
    const isHeld = holds({ preventDefault: () => (goes = false) }, { pageId, close: () => closed.push(pageId) })
    expect(isHeld).toBe(!goes)
    return goes
  }
  const say = async (isYes: boolean) => {
    answer(isYes)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { asked, closed, close, say }
}

const loss = { message: 'What you changed in /a of Survival is not saved.', detail: 'It is lost then.' }

it('lets a window go that loses nothing', () => {
  expect(setUp(null).close(7)).toBe(true)
  expect(setUp(loss).close(8)).toBe(true)
})

it('asks beside the window, which stays on a no', async () => {
  const { asked, closed, close, say } = setUp(loss)
  expect(close(7)).toBe(false)
  expect(asked).toEqual([
    {
      message: 'What you changed in /a of Survival is not saved. Close the window anyway?',
      detail: 'It is lost then.',
      yes: 'Close',
      look: 'bad',
      about: 'close-7',
      pageId: 7,
    },
  ])
  await say(false)
  expect(closed).toEqual([])
  expect(close(7)).toBe(false)
  await say(true)
  expect(closed).toEqual([7])
})
