import { expect, it } from 'vitest'
import { heldBackups } from '../../../../shared/backups/choices.ts'
import { backupId, downloadView, restoreView } from '../../../fixtures/backup-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const { ref } = serverView()
const backupOf = (n: number) => ({ id: backupId(n), name: 'One', createdAt: null })

it('holds what is downloaded or restored of the server, until that has ended', () => {
  const downloads = {
    a: downloadView({ backupId: backupId(1), phase: 'waiting' }),
    b: downloadView({ backupId: backupId(2), phase: 'running' }),
    c: downloadView({ backupId: backupId(3), phase: 'done' }),
    d: downloadView({ backupId: backupId(4), phase: 'failed' }),
    e: downloadView({ backupId: backupId(5), ref: serverView({ identifier: 'ffffffff' }).ref }),
  }
  const restores = {
    f: restoreView({ backup: backupOf(6), phase: 'stopping' }),
    g: restoreView({ backup: backupOf(7), phase: 'following' }),
    h: restoreView({ backup: backupOf(8), phase: 'unknown' }),
  }
  expect([...heldBackups({ downloads, restores }, ref)]).toEqual([1, 2, 6, 7].map((n) => backupId(n)))
})
