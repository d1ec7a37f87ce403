import { useEffect, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { AppError } from '../../../../shared/error-schema.ts'
import type { ExistingChoice, UploadOffer } from '../../../../shared/files/contract-moves.ts'
import type { FileName, FilePath } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { isUnderWay } from '../../../../shared/model/under-way.ts'
import type { Result } from '../../../../shared/result.ts'
import { attempt } from '../../../bridge/bridge.ts'
import { useAppState, useClient } from '../../../state/hooks.ts'

type MoveEvents = {
  /** Something was not begun. */
  readonly onError: (error: AppError) => void
  /** Some of the chosen files are on the server already or cannot be sent: the person is asked. */
  readonly onOffer: (offer: UploadOffer) => void
  /** An upload has ended, so that the folder shows something else. */
  readonly onUploaded: () => void
}

/** What goes between a folder of a server and this computer. */
export function useFileMoves(ref: ServerRef, folder: FilePath, { onError, onOffer, onUploaded }: MoveEvents) {
  const { call, drop } = useClient().bridge
  const moves = useAppState(useShallow((state) => Object.values(state.fileMoves).filter((move) => move.ref === ref)))
  const edits = useAppState(useShallow((state) => Object.values(state.ownEdits).filter((edit) => edit.ref === ref)))

  const uploads = moves.filter(({ direction }) => direction === 'up')
  const known = useRef(uploads)
  // Also a short one that was never seen on its way.
  useEffect(() => {
    const before = known.current
    known.current = uploads
    const isOver = (id: string) => uploads.every((move) => move.id !== id || !isUnderWay(move))
    const wasOver = (id: string) => before.some((move) => move.id === id && !isUnderWay(move))
    if ([...before, ...uploads].some(({ id }) => isOver(id) && !wasOver(id))) onUploaded()
  })

  const run = async <T>(work: () => Promise<Result<T>>, then: (value: T) => void = () => undefined) => {
    const result = await attempt(work)
    if (result.ok) then(result.value)
    else onError(result.error)
  }
  const upload = (id: string, existing: ExistingChoice) => void run(() => call('fileMoves:upload', { id, existing }))
  const take = (offered: UploadOffer | null) => {
    if (offered === null) return
    if (offered.existingCount === 0 && offered.leftOutCount === 0) upload(offered.id, 'skip')
    else onOffer(offered)
  }

  return {
    moves,
    edits,
    pick: (what: 'files' | 'folder') => void run(() => call('fileMoves:pick', { ref, folder, what }), take),
    drop: (files: readonly File[]) =>
      void run(async () => {
        const dropped = await drop(files)
        return dropped.ok ? call('fileMoves:take', { ref, folder, drop: dropped.value.drop }) : dropped
      }, take),
    upload,
    /** Forgets an offer. */
    leave: (id: string) => void run(() => call('fileMoves:leave', { id })),
    /** From the folder that is looked at, or from another one. */
    download: (names: readonly FileName[], from = folder) =>
      void run(() => call('fileMoves:download', { ref, folder: from, names: [...names] })),
    edit: (path: FilePath) => void run(() => call('ownEditor:open', { ref, path })),
  }
}
export type FileMoves = ReturnType<typeof useFileMoves>
