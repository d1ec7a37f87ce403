import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import type { UploadOffer } from '../../shared/files/contract-moves.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { uploadOffer } from '../fixtures/file-move-view.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openFiles, view } from './files-window.ts'

const arena = serverView({ name: 'Arena', identifier: 'b1b2c3d4', state: 'running' })

/** The window while what was chosen for an upload is looked at, once for each of these. */
async function openChosen(...looks: readonly Promise<Result<UploadOffer>>[]) {
  const rest = [...looks]
  const opened = await openFiles({
    others: [arena],
    answers: { 'fileMoves:pick': () => rest.shift() ?? Promise.resolve(ok(null)) },
  })
  for (const _ of looks) {
    await opened.user.click(await view().findByRole('button', { name: 'Upload' }))
    await opened.user.click(await screen.findByRole('menuitem', { name: /folder/ }))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  }
  return opened
}
const asked = async () => within(await screen.findByRole('dialog', { name: 'Upload files to Survival' }))
const taken = (id: string) => ok(uploadOffer({ id, existing: ['a.txt'], existingCount: 1 }))

test('an upload is asked about also once its area was left, and then sent', async () => {
  const look = Promise.withResolvers<Result<UploadOffer>>()
  const { user, bridge, client } = await openChosen(look.promise)
  act(() => client.show(arena.ref))
  await act(async () => look.resolve(taken('offer-1')))
  await user.click((await asked()).getByRole('button', { name: 'Upload 1 file' }))
  expect(bridge.requests('fileMoves:upload')).toEqual([{ id: 'offer-1', existing: 'skip' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('why nothing can be uploaded is told at the top once its area was left', async () => {
  const look = Promise.withResolvers<Result<UploadOffer>>()
  const { client } = await openChosen(look.promise)
  act(() => client.show(arena.ref))
  await act(async () => look.resolve(fail('upload-nothing')))
  expect(await screen.findByText(new RegExp(appError('upload-nothing').message))).toBeTruthy()
})

test('an upload is asked about when no other dialog is open, one after the other', async () => {
  const [one, two] = [Promise.withResolvers<Result<UploadOffer>>(), Promise.withResolvers<Result<UploadOffer>>()]
  const { user, choose, bridge } = await openChosen(one.promise, two.promise)
  await choose('this folder', 'New folder…')
  await user.type(await screen.findByLabelText('Name'), 'plug')
  await act(async () => one.resolve(taken('offer-1')))
  await act(async () => two.resolve(taken('offer-2')))
  await user.keyboard('ins{Enter}')
  expect(bridge.requests('files:createFolder')).toMatchObject([{ name: 'plugins' }])
  await user.click((await asked()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(bridge.requests('fileMoves:leave')).toEqual([{ id: 'offer-1' }]))
  await user.click((await asked()).getByRole('button', { name: 'Upload 1 file' }))
  expect(bridge.requests('fileMoves:upload')).toEqual([{ id: 'offer-2', existing: 'skip' }])
})
