import { describe, expect, it } from 'vitest'
import { createStore } from '../../../../electron/state/store.ts'
import { createQuestions } from '../../../../electron/windows/questions.ts'
import { appState } from '../../../fixtures/app-state.ts'

const kill = {
  message: 'Kill Survival?',
  detail: 'What is not saved is lost.',
  yes: 'Kill',
  look: 'bad' as const,
  about: 'kill survival',
}
const quit = { message: 'Quit anyway?', detail: '', yes: 'Quit', look: 'bad' as const, about: 'quit' }

function setUp() {
  const store = createStore(appState())
  const did: string[] = []
  const gone = new Map<string, () => void>()
  let lastPage = 0
  const questions = createQuestions({
    store,
    open({ id }, onGone) {
      did.push(`open ${id}`)
      gone.set(id, onGone)
      lastPage += 1
      return { pageId: lastPage, focus: () => did.push(`focus ${id}`), close: () => did.push(`close ${id}`) }
    },
  })
  const answer = (id: string, isYes: boolean, pageId: number) =>
    questions.handlers['questions:answer']({ id, isYes }, { pageId })
  return { store, did, questions, ask: questions.api.ask, answer, closeWindow: (id: string) => gone.get(id)?.() }
}

describe('a question', () => {
  it.each([true, false])('stands in the state until it is answered: %s', async (isYes) => {
    const { store, did, ask, answer } = setUp()
    const answered = ask(kill)
    const { about: _, ...words } = kill
    expect(store.get().questions).toEqual({ 'question-1': { id: 'question-1', ...words } })
    expect(answer('question-1', isYes, 1)).toEqual({ ok: true })
    expect(await answered).toBe(isYes)
    expect(store.get().questions).toEqual({})
    expect(did).toEqual(['open question-1', 'close question-1'])
  })

  it('may have a second yes, which is told before the answer', async () => {
    const { did, ask, questions } = setUp()
    const answered = ask({ ...quit, other: 'Tell players', onOther: () => did.push('other') })
    const { 'questions:answer': answer } = questions.handlers
    expect(answer({ id: 'question-1', isYes: true, isOther: true }, { pageId: 2 })).toMatchObject({ ok: false })
    expect(answer({ id: 'question-1', isYes: true, isOther: true }, { pageId: 1 })).toEqual({ ok: true })
    expect([await answered, did]).toEqual([true, ['open question-1', 'other', 'close question-1']])
  })

  it('is answered by no other page, and only once', async () => {
    const { ask, answer } = setUp()
    const [first, second] = [ask(kill), ask(quit)]
    expect(answer('question-1', true, 2)).toMatchObject({ ok: false, error: { code: 'unknown-question' } })
    expect(answer('question-3', true, 1)).toMatchObject({ ok: false, error: { code: 'unknown-question' } })
    expect(answer('question-2', true, 2)).toEqual({ ok: true })
    expect(answer('question-1', false, 1)).toEqual({ ok: true })
    expect(answer('question-1', true, 1)).toMatchObject({ ok: false, error: { code: 'unknown-question' } })
    expect(await Promise.all([first, second])).toEqual([false, true])
  })

  it('is asked once at a time: who asks again gets a no, and the person the window', async () => {
    const { did, ask, answer } = setUp()
    const answered = ask(kill)
    expect(await ask(kill)).toBe(false)
    expect(did).toEqual(['open question-1', 'focus question-1'])
    answer('question-1', true, 1)
    expect(await answered).toBe(true)
    // Afterwards it is a new one.
    void ask(kill)
    expect(did.at(-1)).toBe('open question-2')
  })

  it('is taken back by whoever asked, and by the end of the app', async () => {
    const { did, questions, ask } = setUp()
    const sent = new AbortController()
    const [first, second] = [ask({ ...quit, withdraw: sent.signal }), ask(kill)]
    sent.abort()
    expect(await first).toBe(false)
    void questions.dispose?.()
    expect(await second).toBe(false)
    expect(did).toEqual(['open question-1', 'open question-2', 'close question-1', 'close question-2'])
  })

  it('that cannot be shown leaves nothing behind', async () => {
    const store = createStore(appState())
    const { api } = createQuestions({
      store,
      open() {
        throw new Error('no window')
      },
    })
    await expect(api.ask(kill)).rejects.toThrow('no window')
    expect(store.get().questions).toEqual({})
  })
})
