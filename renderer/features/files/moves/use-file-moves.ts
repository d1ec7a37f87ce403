import { useShallow } from 'zustand/react/shallow'
import type { FolderOfServer } from '../../../../shared/files/contract.ts'
import type { UploadOffer } from '../../../../shared/files/contract-moves.ts'
import type { FileName, FilePath } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { isUnderWay } from '../../../../shared/model/under-way.ts'
import type { Result } from '../../../../shared/result.ts'
import { attempt } from '../../../bridge/bridge.ts'
import type { Area } from '../../../parts/area/use-area.tsx'
import { useAppState, useClient } from '../../../state/hooks.ts'
import { useChanged } from '../../../ui/use-changed.ts'
import { useIsHere } from '../../../ui/use-task.ts'

/** What goes between a folder of a server and this computer. */
export function useFileMoves(area: Area<FolderOfServer>, ref: ServerRef, folder: FilePath) {
  const { bridge, view } = useClient()
  const { call, drop } = bridge
  const isHere = useIsHere()
  const moves = useAppState(useShallow((state) => Object.values(state.fileMoves).filter((move) => move.ref === ref)))
  const edits = useAppState(useShallow((state) => Object.values(state.ownEdits).filter((edit) => edit.ref === ref)))

  const ended = moves.filter((move) => move.direction === 'up' && !isUnderWay(move)).map(({ id }) => id)
  // The folder shows something else then; also a short upload counts that was never seen on its way.
  useChanged(ended, (before) => ended.some((id) => !before.includes(id)) && area.again())

  const run = async <T>(work: () => Promise<Result<T>>, then: (value: T) => void = () => undefined) => {
    const result = await attempt(work)
    if (result.ok) return then(result.value)
    // What fails once the area was left is told at the top of the window.
    if (!isHere.current) return view.setState({ problem: result.error })
    const { message, hint } = result.error
    area.tell({ hasFailed: true, message: `${message} ${hint}`, hint: '' })
  }

  /** Uploads what was looked at, after a question where some of it is there already or can't be sent. */
  const take = (offer: UploadOffer | null) => {
    if (offer === null) return
    const { id, existingCount, leftOutCount } = offer
    if (existingCount === 0 && leftOutCount === 0)
      return void run(() => call('fileMoves:upload', { id, existing: 'skip' }))
    view.setState(({ uploads }) => ({ uploads: [...uploads, { ref, offer }] }))
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
    /** From the folder that is looked at, or from another one. */
    download: (names: readonly FileName[], from = folder) =>
      void run(() => call('fileMoves:download', { ref, folder: from, names: [...names] })),
    edit: (path: FilePath) => void run(() => call('ownEditor:open', { ref, path })),
  }
}
export type FileMoves = ReturnType<typeof useFileMoves>
