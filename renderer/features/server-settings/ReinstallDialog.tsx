import { useState } from 'react'
import { backupAgeText } from '../../../shared/model/backup-health.ts'
import { disconnectText } from '../../../shared/model/player-words.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { ok } from '../../../shared/result.ts'
import { whyNoBackupNow, whyNoReinstall } from '../../../shared/servers/choices.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import { BackUpFirstTick } from '../../parts/servers/BackUpFirstTick.tsx'
import { whyNoOther } from '../../parts/servers/backup-age.ts'
import { TypedNameField, useTypedName } from '../../parts/TypedName.tsx'
import { useAppState, useClient, useLive, useNow } from '../../state/hooks.ts'
import { useAsked } from '../../state/queries.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useTask } from '../../ui/use-task.ts'
import styles from './ReinstallDialog.module.css'

type ReinstallDialogProps = { server: ServerView; name: string; onDone: () => void; onClose: () => void }

/** Says what a reinstall does, backs up first where that can be done, and wants the server's name. */
export function ReinstallDialog({ server: given, name, onDone, onClose }: ReinstallDialogProps) {
  const { call } = useClient().bridge
  const server = useLive(given)
  const { ref } = server
  const now = useNow(15_000)
  const typed = useTypedName(server.name)
  const [wantsBackup, setWantsBackup] = useState(true)
  // Reading the list also tells the app how old the newest good one is.
  const list = useAsked(
    ['backups', ref],
    () => call('backups:list', { ref }),
    () => 120_000,
  ).value
  const noBackup = useAppState((state) => whyNoBackupNow(state, server, now)) ?? (list && whyNoOther(list))
  const age = useAppState((state) => backupAgeText(state.backupHealth[ref], now))
  const players = useAppState((state) => state.players[ref])
  const why = useAppState((state) => whyNoReinstall(state, server, now))
  const backsUpFirst = wantsBackup && noBackup === null
  const reinstall = useTask(async () => {
    const sent = await call('serverSettings:reinstall', { ref, typedName: typed.typed, backsUpFirst })
    // What may have begun is followed, and told where its end is told.
    if (!sent.ok && !sent.error.mayHaveActed) return sent
    onDone()
    return ok(null)
  })
  const who = server.state === 'offline' ? null : disconnectText(players)
  return (
    <FormDialog
      title={`Reinstall ${name}?`}
      lead="The panel runs the install script of its game once more."
      submit={backsUpFirst ? 'Back up and reinstall' : 'Reinstall'}
      look="bad"
      stop={why === null || reinstall.busy ? null : `Not now: ${why}.`}
      isReady={typed.isRight}
      task={reinstall}
      error={reinstall.error && toldOf(reinstall.error)}
      onClose={onClose}
    >
      <ul className={styles.facts} data-stack="s1">
        {server.state !== 'offline' && (
          <li>The server is stopped first, and killed after 10 seconds if it has not stopped by then. {who}</li>
        )}
        <li>Any file may be replaced. Worlds usually stay, but nothing promises it.</li>
        <li>Nothing else can be done to it until that has ended. It stays off until you start it.</li>
        <li>{age ?? 'It is not known whether there is a good backup.'}</li>
      </ul>
      <BackUpFirstTick
        help="The server is reinstalled once that backup is good. If it fails, nothing is reinstalled."
        stop={noBackup}
        isWanted={wantsBackup}
        onChange={setWantsBackup}
      />
      <TypedNameField of={typed} onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'center' })} />
    </FormDialog>
  )
}
