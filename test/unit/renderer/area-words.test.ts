import { expect, it, vi } from 'vitest'
import { notReadAgain, whyUntold } from '../../../renderer/parts/area/area-words.ts'
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

it.each([
  ['it could not be read', 5, error, `${error.message} Look at the list first.`],
  ['it was not read since', 5, null, 'The list is being read again.'],
  ['it was read since', 6, null, null],
])('what a lost answer came to can be told by the list or not, where %s', (_, at, why, hint) => {
  expect(whyUntold(6, { at, error: why })).toBe(hint)
})
