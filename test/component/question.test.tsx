import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { catalogue } from '../../shared/error-catalogue.ts'
import { fail } from '../../shared/result.ts'
import { appState } from '../fixtures/app-state.ts'
import { openWindow } from './open-window.tsx'

const question = {
  id: 'question-1',
  message: 'Kill Survival?',
  detail: 'What is not saved is lost.',
  yes: 'Kill',
  look: 'bad' as const,
}

beforeEach(() => {
  location.hash = '#question-1'
})
afterEach(() => {
  location.hash = ''
})

const open = () => openWindow(appState({ questions: [question] }))
const button = (name: string) => screen.getByRole('button', { name })

describe('the window of a question', () => {
  test('says what is asked and what follows, and has the focus on the safe answer', async () => {
    await open()
    expect(
      screen.getByRole('alertdialog', { name: 'Kill Survival?', description: 'What is not saved is lost.' }),
    ).toBeTruthy()
    expect(document.activeElement).toBe(button('Cancel'))
  })

  test.each([
    ['Enter', '{Enter}', false],
    ['Escape', '{Escape}', false],
    ['the arrow to the other answer', '{ArrowRight}{Enter}', true],
    ['Tab to the other answer', '{Tab}{Enter}', true],
  ])('is answered by keyboard: %s', async (_, keys, isYes) => {
    const { bridge, user } = await open()
    await user.keyboard(keys)
    expect(bridge.requests('questions:answer')).toEqual([{ id: 'question-1', isYes }])
  })

  test('is answered by click', async () => {
    const { bridge, user } = await open()
    await user.click(button('Kill'))
    expect(bridge.requests('questions:answer')).toEqual([{ id: 'question-1', isYes: true }])
  })

  test.each([
    ['click', (user: UserEvent) => user.click(button('Tell players'))],
    ['the arrows', (user: UserEvent) => user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}{Enter}')],
  ])('may have a second yes, given by %s', async (_, give) => {
    const { bridge, user } = await openWindow(appState({ questions: [{ ...question, other: 'Tell players' }] }))
    await give(user)
    expect(bridge.requests('questions:answer')).toEqual([{ id: 'question-1', isYes: true, isOther: true }])
  })

  test('an answer that did not come through is told', async () => {
    const { user } = await openWindow(appState({ questions: [question] }), {
      'questions:answer': async () => fail('internal'),
    })
    await user.click(button('Kill'))
    expect((await screen.findByRole('alert')).textContent).toContain(catalogue.internal.message)
  })

  test('one that was taken back has nothing to press', async () => {
    const { update } = await open()
    await update((state) => ({ ...state, questions: {} }))
    expect(screen.queryByRole('button')).toBeNull()
  })
})
