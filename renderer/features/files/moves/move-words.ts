import type {
  FileMove,
  LeftOutFile,
  LeftOutReason,
  OwnEdit,
  UploadOffer,
} from '../../../../shared/files/contract-moves.ts'
import { isUnderWay } from '../../../../shared/model/under-way.ts'
import { bytes, bytesOf, count } from '../../../ui/format.ts'

const reasons: Readonly<Record<LeftOutReason, string>> = {
  link: 'a link',
  special: 'not an ordinary file',
  own: 'it is Servertray’s own',
  name: 'its name can’t be sent',
  unreadable: 'it can’t be read here',
  'too-large': 'larger than the server’s machine takes',
  'folder-there': 'a folder of that name is there',
  'file-there': 'a file is where its folder would be',
  exists: 'it is there already',
}

/** `link.txt: a link`. */
export const leftOutText = ({ name, why }: LeftOutFile): string => `${name}: ${reasons[why]}`

/** `2 files were left out`; empty for none. */
export const leftOutCountText = (n: number): string => (n === 0 ? '' : `${count(n, 'file')} left out`)

/** How far a move is, or what came of it, beside its name. */
export function moveText(move: FileMove): string {
  const { phase, direction, movedBytes, totalBytes, bytesPerSecond, leftOutCount, error } = move
  if (phase === 'waiting') return 'waits for its turn'
  if (phase === 'packing') return 'is packed on the server'
  if (phase === 'cancelled') return 'cancelled'
  if (phase === 'failed') return error?.message ?? 'failed'
  if (phase === 'done') {
    const left = leftOutCountText(leftOutCount)
    const done = direction === 'up' ? 'uploaded' : 'downloaded'
    return [done, ...(left === '' ? [] : [left]), ...(error === null ? [] : [error.message])].join(' · ')
  }
  const speed = bytesPerSecond === null ? [] : [`${bytes(bytesPerSecond)}/s`]
  return [totalBytes === null ? bytes(movedBytes) : bytesOf(movedBytes, totalBytes), ...speed].join(' · ')
}

/** True for a move that ended in a way that a person has to read. */
export const isTrouble = (move: FileMove): boolean =>
  !isUnderWay(move) && move.phase !== 'cancelled' && (move.error !== null || move.leftOutCount > 0)

/** Maximum number of left-out files that are named. */
const mostLeftOut = 3

/** What stands below a move that has ended: which files were left out and why, and the next step. */
export function belowText(move: FileMove): readonly string[] {
  if (isUnderWay(move)) return []
  const { leftOut, leftOutCount, error } = move
  const named = leftOut.slice(0, mostLeftOut)
  const more = leftOutCount - named.length
  return [
    ...named.map(leftOutText),
    ...(more > 0 ? [`And ${more.toLocaleString('en')} more.`] : []),
    ...(error === null ? [] : [error.hint]),
  ]
}

/** What a person reads of a file that is open in their editor. */
export function editText({ phase, savesAlways, error }: OwnEdit): string {
  if (phase === 'opening') return 'opens in your editor'
  if (phase === 'changed') return 'was changed in your editor. Save it to the server?'
  if (phase === 'saving') return 'is saved to the server'
  if (phase === 'conflict') {
    return error === null
      ? 'was not saved: somebody changed it on the server meanwhile'
      : 'was not saved: it is not on the server any more'
  }
  if (phase === 'failed') return `was not saved: ${error?.message ?? 'something went wrong.'}`
  return savesAlways ? 'is open in your editor; each save goes to the server' : 'is open in your editor'
}

/** The question about names that are there already. */
export function existingText({ files, folders, existingCount }: UploadOffer): string {
  if (files === 0) return `${count(folders, 'empty folder')} can be made.`
  if (existingCount === 0) return `${count(files, 'file')} can be uploaded.`
  if (files === 1) return 'The server has a file of that name.'
  return `The server has ${existingCount === files ? 'all' : existingCount.toLocaleString('en')} of these ${count(files, 'file')} already.`
}
