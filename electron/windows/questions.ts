import type { Question } from '../../shared/model/question-schema.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { StateStore } from '../state/store.ts'
import { drop, put } from '../state/updates.ts'

export type QuestionRequest = Omit<Question, 'id'> & {
  /** What it is about. It is asked once at a time: whoever asks again meanwhile brings the window to the front. */
  about: string
  /** The page that it came from, by the id of its web contents. */
  pageId?: number
  /** Takes the question back. */
  withdraw?: AbortSignal
  /** Told of the second yes, before the answer resolves as a yes. */
  onOther?: () => void
}

/** Resolves true on a yes; false on a no, a closed window, a question taken back, or one that is being asked already. */
export type Ask = (asked: QuestionRequest) => Promise<boolean>

/** The window of one question. */
export type QuestionWindow = {
  /** The id of its web contents: no other page may answer. */
  readonly pageId: number
  focus(): void
  close(): void
}

/** The size of its window in pixels, as high as its text is likely to need; the page scrolls where that is too little. */
export function sizeOfQuestion({ message, detail }: Omit<Question, 'id'>): { width: number; height: number } {
  const lines = (text: string, perLine: number) =>
    text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0)
  return { width: 440, height: Math.min(420, 116 + 21 * lines(message, 46) + 19 * lines(detail, 60)) }
}

type Deps = {
  store: StateStore
  /** Opens a window on the question; tells when it is gone, however that came. */
  open: (question: Question, onGone: () => void, pageId: number | undefined) => QuestionWindow
}

export type Questions = Feature<'questions:answer'> & { readonly api: { readonly ask: Ask } }

type Waiting = Pick<QuestionRequest, 'about' | 'onOther'> & {
  readonly window: QuestionWindow
  answer(isYes: boolean): void
}

/**
 * Asks in windows of the app's own: the system's message boxes hold up the whole process on macOS, countdowns included.
 */
export function createQuestions({ store, open }: Deps): Questions {
  const waiting = new Map<string, Waiting>()
  let count = 0

  async function ask({ about, pageId, withdraw, onOther, ...words }: QuestionRequest): Promise<boolean> {
    const known = [...waiting.values()].find((one) => one.about === about)
    if (known !== undefined) {
      known.window.focus()
      return false
    }
    count += 1
    const question = { ...words, id: `question-${count}` }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const answer = (isYes: boolean) => {
      const one = waiting.get(question.id)
      if (one === undefined) return
      waiting.delete(question.id)
      store.update(drop('questions', question.id))
      one.window.close()
      resolve(isYes)
    }
    const window = open(question, () => answer(false), pageId)
    waiting.set(question.id, { about, answer, window, ...(onOther && { onOther }) })
    store.update(put('questions', question))
    withdraw?.addEventListener('abort', () => answer(false), { once: true })
    return promise
  }

  return {
    api: { ask },
    handlers: {
      'questions:answer'({ id, isYes, isOther }, from) {
        const one = waiting.get(id)
        if (one?.window.pageId !== from.pageId) return fail('unknown-question')
        if (isYes && isOther) one.onOther?.()
        one.answer(isYes)
        return ok()
      },
    },
    dispose() {
      for (const { answer } of [...waiting.values()]) answer(false)
    },
  }
}
