import { expect, it, vi } from 'vitest'
import { failedAct, notReadAgain } from '../../../renderer/parts/area/area-words.ts'
import { appError } from '../../../shared/errors.ts'

const error = appError('timeout')

it.each([
  ['nothing was read yet', null, null],
  ['nothing is shown, so that the area itself says why', null, error],
  ['it was read again', 1, null],
])('tells nothing where %s', (_, value, why) => {
  expect(notReadAgain('The list', { value, error: why, again: () => {} })).toBeNull()
})

it('tells of what is shown and could not be read again, with the step that reads it', () => {
  const again = vi.fn()
  const news = notReadAgain('The list', { value: 1, error, again })
  expect(news).toMatchObject({
    hasFailed: true,
    message: `The list could not be read again. ${error.message}`,
    hint: error.hint,
    step: { label: 'Try again' },
  })
  news?.step?.onClick()
  expect(again).toHaveBeenCalledOnce()
})

it('says of an act whose answer was lost that it is not known', () => {
  expect(failedAct('Inviting a', { ...error, mayHaveActed: true }).message).toBe(
    `It is not known whether inviting a worked. ${error.message}`,
  )
  expect(failedAct('Inviting a', error).message).toBe(`Inviting a failed. ${error.message}`)
})
