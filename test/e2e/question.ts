import { expect, type Locator } from '@playwright/test'
import type { App } from './app.ts'
import { sendAway } from './send-away.ts'

/** The windows in which the app asks something. */
export const questionsOf = async (app: App) => (await app.windows()).filter(({ url }) => url.includes('#question-'))

/** The question that the app asks, once it does. */
export async function questionOf(app: App): Promise<Locator> {
  return (await app.windowAt('#question-')).getByRole('alertdialog')
}

/** Answers it, and waits until its window went. */
export async function answerQuestion(app: App, button: string): Promise<void> {
  const question = await questionOf(app)
  // As every question: an Enter that was meant for something else says no.
  await expect(question.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await sendAway(app, question.page(), () => question.getByRole('button', { name: button, exact: true }).click())
}
