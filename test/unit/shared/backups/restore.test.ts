import { expect, test } from 'vitest'
import { restoreHint, restoreText } from '../../../../shared/backups/restore.ts'
import { appError } from '../../../../shared/errors.ts'
import { taken } from '../../../fixtures/restore-rig.ts'

test('the words of each phase', () => {
  const { view } = taken().restoring
  const text = (more: Partial<typeof view>) => restoreText({ ...view, ...more })
  expect([
    text({ phase: 'backing-up' }),
    text({ phase: 'stopping' }),
    text({ phase: 'stopping', sent: { ...view.sent, stop: 1 } }),
    text({ phase: 'requesting' }),
    text({}),
    text({ wasSeen: true }),
    text({ phase: 'done' }),
    text({ phase: 'unknown' }),
    text({ phase: 'cancelled' }),
    text({
      phase: 'cancelled',
      error: appError('cancelled', { message: 'Servertray ended before anything was restored.' }),
    }),
    text({ phase: 'failed', error: appError('server-not-offline') }),
  ]).toEqual([
    'Backing up what is there now',
    'Making sure that the server is offline',
    'Stopping the server',
    'Asking the panel to restore',
    'The panel took the restore',
    'The panel is restoring the backup',
    'Restored',
    'It is not known whether the backup was restored',
    'Nothing was restored',
    'Servertray ended before anything was restored',
    'The server was not seen offline, so nothing was restored',
  ])
  expect(restoreHint(view)).toBeNull()
  expect(restoreHint({ ...view, phase: 'done' })).toBe('The panel left the server off. Start it when you are ready.')
  expect(restoreHint({ ...view, phase: 'unknown', deletesFiles: true })).toMatch(/^All files of the server may/)
})
