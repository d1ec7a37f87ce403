import { expect, it } from 'vitest'
import {
  belowText,
  editText,
  existingText,
  isTrouble,
  moveText,
} from '../../../../../renderer/features/files/moves/move-words.ts'
import { appError } from '../../../../../shared/errors.ts'
import { fileMove, ownEdit, uploadOffer } from '../../../../fixtures/file-move-view.ts'

it.each([
  [{ phase: 'waiting' as const }, 'waits for its turn'],
  [{ phase: 'packing' as const }, 'is packed on the server'],
  [{ movedBytes: 512, totalBytes: null }, '512 B'],
  [{ phase: 'done' as const }, 'downloaded'],
  [{ phase: 'done' as const, direction: 'up' as const, leftOutCount: 2 }, 'uploaded · 2 files left out'],
  [{ phase: 'failed' as const, error: appError('disk-full') }, appError('disk-full').message],
])('a move tells %j', (more, text) => {
  expect(moveText(fileMove(more))).toBe(text)
})

it('is trouble where something is left to read', () => {
  expect(isTrouble(fileMove({ phase: 'done' }))).toBe(false)
  expect(isTrouble(fileMove({ phase: 'done', leftOutCount: 1 }))).toBe(true)
  expect(isTrouble(fileMove({ phase: 'running', leftOutCount: 1 }))).toBe(false)
  expect(isTrouble(fileMove({ phase: 'cancelled', error: appError('cancelled') }))).toBe(false)
})

const link = (name: string) => ({ name, why: 'link' as const })
it.each([
  [{ phase: 'done' as const }, []],
  [{ phase: 'failed' as const, error: appError('disk-full') }, [appError('disk-full').hint]],
  [
    { phase: 'done' as const, leftOut: ['a', 'b', 'c', 'd'].map(link), leftOutCount: 1_204 },
    ['a: a link', 'b: a link', 'c: a link', 'And 1,201 more.'],
  ],
])('below a move stands what was left out, and the next step: %j', (more, below) => {
  expect(belowText(fileMove(more))).toEqual(below)
})

it.each([
  [{ phase: 'open' as const, savesAlways: true }, 'is open in your editor; each save goes to the server'],
  [{ phase: 'conflict' as const }, 'was not saved: somebody changed it on the server meanwhile'],
  [
    { phase: 'conflict' as const, error: appError('file-not-found') },
    'was not saved: it is not on the server any more',
  ],
])('an edit tells %j', (more, text) => {
  expect(editText(ownEdit(more))).toBe(text)
})

it.each([
  [{ files: 1, existingCount: 1 }, 'The server has a file of that name.'],
  [{ files: 3, existingCount: 3 }, 'The server has all of these 3 files already.'],
  [{ files: 3, existingCount: 1 }, 'The server has 1 of these 3 files already.'],
  [{ files: 2, existingCount: 0 }, '2 files can be uploaded.'],
  [{ files: 0, folders: 1 }, '1 empty folder can be made.'],
])('the question says %j', (more, text) => {
  expect(existingText(uploadOffer(more))).toBe(text)
})
