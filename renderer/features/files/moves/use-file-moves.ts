import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { AppError } from '../../../../shared/error-schema.ts'
import type { ExistingChoice, FileMove, OwnEdit, UploadOffer } from '../../../../shared/files/contract-moves.ts'
import type { FileName, FilePath } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import type { Result } from '../../../../shared/result.ts'
import { attempt } from '../../../bridge/bridge.ts'
import { useAppState, useClient } from '../../../state/hooks.ts'

export type FileMoves = {
  readonly moves: readonly FileMove[]
  readonly edits: readonly OwnEdit[]
  /** What the person chose and is asked about. */
  readonly offer: UploadOffer | null
  /** The file whose versions are looked at. */
  readonly versionsOf: FilePath | null
  readonly pick: (what: 'files' | 'folder') => void
  readonly drop: (files: readonly File[]) => void
  readonly upload: (choice: ExistingChoice) => void
  readonly leave: () => void
  /** From the folder that is looked at, or from another one. */
  readonly download: (names: readonly FileName[], from?: FilePath) => void
  readonly edit: (path: FilePath) => void
  readonly showVersions: (path: FilePath | null) => void
}

/**
 * What goes between a folder of a server and this computer.
 * @param onError told why something was not begun
 */
export function useFileMoves(ref: ServerRef, folder: FilePath, onError: (error: AppError) => void): FileMoves {
  const { call, drop } = useClient().bridge
  const moves = useAppState(useShallow((state) => Object.values(state.fileMoves).filter((move) => move.ref === ref)))
  const edits = useAppState(useShallow((state) => Object.values(state.ownEdits).filter((edit) => edit.ref === ref)))
  const [offer, setOffer] = useState<UploadOffer | null>(null)
  const [versionsOf, showVersions] = useState<FilePath | null>(null)

  /** Does something, and tells why it was not done. */
  const run = async <T>(work: () => Promise<Result<T>>, then: (value: T) => void = () => undefined) => {
    const result = await attempt(work)
    if (result.ok) then(result.value)
    else onError(result.error)
  }
  const start = (id: string, existing: ExistingChoice) => void run(() => call('fileMoves:upload', { id, existing }))
  /** Asks only if some of the files are there already or cannot be sent. */
  const take = (offered: UploadOffer | null) => {
    if (offered === null) return
    if (offered.existingCount === 0 && offered.leftOutCount === 0) start(offered.id, 'skip')
    else setOffer(offered)
  }

  return {
    moves,
    edits,
    offer,
    versionsOf,
    showVersions,
    pick: (what) => void run(() => call('fileMoves:pick', { ref, folder, what }), take),
    drop: (files) =>
      void run(async () => {
        const dropped = await drop(files)
        return dropped.ok ? call('fileMoves:take', { ref, folder, drop: dropped.value.drop }) : dropped
      }, take),
    upload: (choice) => {
      if (offer !== null) start(offer.id, choice)
      setOffer(null)
    },
    leave: () => {
      if (offer !== null) void run(() => call('fileMoves:leave', { id: offer.id }))
      setOffer(null)
    },
    download: (names, from = folder) =>
      void run(() => call('fileMoves:download', { ref, folder: from, names: [...names] })),
    edit: (path) => void run(() => call('ownEditor:open', { ref, path })),
  }
}
