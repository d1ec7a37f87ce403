import { useState } from 'react'
import { whyNoBackupNow } from '../../../shared/model/backup-choices.ts'
import { backupAgeText } from '../../../shared/model/backup-health.ts'
import { type BackupRun, isBackupRunning } from '../../../shared/model/backup-run.ts'
import { disconnectText } from '../../../shared/model/player-words.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { whyNoReinstall } from '../../../shared/model/server-settings-choices.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import { useMissingPermission } from '../../parts/servers/MissingPermission.tsx'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { useAsked } from '../../state/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Dialogs.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import formStyles from '../../ui/form.module.css'
import { closing, useTask } from '../../ui/use-task.ts'
import styles from './ReinstallDialog.module.css'

/** What became of the backup that was asked for here; null where none was. */
function runText(run: BackupRun | null): string | null {
  if (run === null) return null
  if (isBackupRunning(run)) return 'A backup is being made. Wait until it is done.'
  if (run.phase === 'done') return 'The backup is done, and it is a good one.'
  return run.error === null ? 'The backup failed.' : `${run.error.message} ${run.error.hint}`
}

/** Offers a backup before what cannot be undone, and tells how old the last good one is. */
function BackUpFirst({ server }: { server: ServerView }) {
  const { call } = useClient().bridge
  const { ref } = server
  const now = useNow(15_000)
  // Reading the list also tells the app how old the newest good one is.
  const list = useAsked(
    ['backups', ref],
    () => call['backups:list']({ ref }),
    () => 120_000,
  ).value
  const age = useAppState((state) => backupAgeText(state.backupHealth[ref], now))
  const why = useAppState((state) => whyNoBackupNow(state, server, now))
  const canSave = useMissingPermission(server, 'console') === null && server.state === 'running'
  const [former] = useState(useAppState((state) => state.backupRuns[ref]?.id))
  const run = useAppState((state) => state.backupRuns[ref] ?? null)
  const begun = run !== null && run.id !== former ? run : null
  const start = useTask(async () => {
    const before = canSave ? (list?.saveCommands ?? []) : []
    const made = await call['backups:create']({ ref, name: 'Before the reinstall', isLocked: false, before })
    return made.ok ? { ok: true, value: null } : made
  })
  const stop = start.busy || begun !== null ? null : why
  const told = runText(begun) ?? age ?? 'It is not known whether there is a good backup.'
  const error = begun === null ? start.error : null
  return (
    <div className={styles.backup}>
      <p role="status">
        {error === null ? told : `${toldOf(error).message} ${toldOf(error).hint}`}
        {stop !== null && ` No backup can be made now: ${stop}.`}
      </p>
      {(begun === null || !isBackupRunning(begun)) && begun?.phase !== 'done' && (
        <Button
          aria-disabled={start.busy || stop !== null}
          onClick={() => stop === null && !start.busy && start.start()}
        >
          Back up first
        </Button>
      )}
    </div>
  )
}

type ReinstallDialogProps = { server: ServerView; name: string; onDone: () => void; onClose: () => void }

/** Says what a reinstall does, offers a backup first, and wants the server's name. */
export function ReinstallDialog({ server, name, onDone, onClose }: ReinstallDialogProps) {
  const { call } = useClient().bridge
  const { ref } = server
  const now = useNow(15_000)
  const [typed, setTyped] = useState('')
  const players = useAppState((state) => state.players[ref])
  const why = useAppState((state) => whyNoReinstall(state, server, now))
  const isReady = why === null && typed.trim() === server.name.trim()
  const reinstall = useTask(() => closing(call['serverSettings:reinstall']({ ref, typedName: typed }), onDone))
  const who = server.state === 'offline' ? null : disconnectText(players)
  return (
    <Modal
      title={`Reinstall ${name}?`}
      lead="The panel runs the install script of its game once more."
      onClose={onClose}
    >
      <form
        className={formStyles.tall}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !reinstall.busy) reinstall.start()
        }}
      >
        <ul className={styles.facts}>
          {server.state !== 'offline' && (
            <li>The server is stopped first, and killed after 10 seconds if it has not stopped by then. {who}</li>
          )}
          <li>Any file may be replaced. Worlds usually stay, but nothing promises it.</li>
          <li>Nothing else can be done to it until that has ended. It stays off until you start it.</li>
        </ul>
        <BackUpFirst server={server} />
        <Field
          label={`Type ${server.name} to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'center' })}
        />
        <FormEnd
          submit="Reinstall"
          look="bad"
          isDisabled={!isReady || reinstall.busy}
          stop={why === null ? null : `Not now: ${why}.`}
          error={reinstall.error && toldOf(reinstall.error)}
          onCancel={onClose}
        />
      </form>
    </Modal>
  )
}
