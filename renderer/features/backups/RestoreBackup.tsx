import { useState } from 'react'
import { isBackingUp } from '../../../shared/backups/backups.ts'
import type { Backup } from '../../../shared/backups/contract.ts'
import { disconnectText } from '../../../shared/model/player-words.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { whyNoBackupNow } from '../../../shared/servers/choices.ts'
import { BackUpFirstTick } from '../../parts/servers/BackUpFirstTick.tsx'
import { useMissingPermission } from '../../parts/servers/MissingPermission.tsx'
import { TypedNameField, useTypedName } from '../../parts/TypedName.tsx'
import { useAppState, useClient, useLive, useNow, useServerNames } from '../../state/hooks.ts'
import { TickWithHelp } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { closing, useTask } from '../../ui/use-task.ts'
import { overwrittenText } from './backup-words.ts'

/** Scrolls to what has just appeared, where the window is too low to show it. */
function toSight(field: HTMLElement | null): void {
  field?.scrollIntoView({ block: 'center' })
}

type RestoreBackupProps = {
  server: ServerView
  backup: Backup
  /** Why the panel takes no other backup, in a few words; null where it does. */
  noOther: string | null
  onClose: () => void
}

/** What is restored, what is lost by it, and whether that is backed up first. Its course is told in the area. */
export function RestoreBackup({ server: given, backup, noOther, onClose }: RestoreBackupProps) {
  const { call } = useClient().bridge
  const server = useLive(given)
  const { ref } = server
  const now = useNow(15_000)
  const nameOf = useServerNames()
  const players = useAppState((state) => state.players[ref])
  const noBackup = useAppState((state) => whyNoBackupNow(state, server, now)) ?? noOther
  const [wantsBackup, setWantsBackup] = useState(true)
  const [deletesFiles, setDeletesFiles] = useState(false)
  const typed = useTypedName(server.name)
  const isOff = server.state === 'offline'
  const missing = useMissingPermission(server, 'control.stop')
  const isBusy = useAppState((state) => isBackingUp(state, ref))
  const noStop = missing === null || isOff ? null : `It can’t be stopped: ${missing.reason}.`
  const stop = isBusy ? 'A backup of it is being made. Wait until it is done.' : noStop
  const backsUpFirst = wantsBackup && noBackup === null
  const begin = useTask(() =>
    closing(call('restores:begin', { ref, id: backup.id, deletesFiles, backsUpFirst, confirmed: true }), onClose),
  )
  const who = isOff ? null : disconnectText(players)
  const what = overwrittenText(backup, now)
  return (
    <FormDialog
      title={`Restore ${nameOf(ref)} from “${backup.name}”?`}
      lead={who === null ? what : `${what} ${who}`}
      submit={isOff ? 'Restore' : 'Stop and restore'}
      look="bad"
      stop={stop}
      isReady={!deletesFiles || typed.isRight}
      task={begin}
      onClose={onClose}
    >
      <p>
        {isOff
          ? 'Servertray checks once more that the server is offline, then restores.'
          : 'Servertray stops the server and restores once it is seen offline.'}{' '}
        It stays off until you start it.
      </p>
      <BackUpFirstTick
        help="What is there now can be restored again. If that backup fails, nothing is restored."
        stop={noBackup}
        isWanted={wantsBackup}
        onChange={setWantsBackup}
      />
      <TickWithHelp
        label="Delete all files first"
        help="What is not in the backup goes too. If the backup’s archive turns out to be missing or broken, the server is empty."
        checked={deletesFiles}
        onChange={setDeletesFiles}
      />
      {deletesFiles && <TypedNameField of={typed} ref={toSight} />}
    </FormDialog>
  )
}
