import { isBeingMade, isOnlyGood, wantsTypedName } from '../../../shared/backups/backups.ts'
import type { Backup, BackupId, BackupRun, BackupsOfServer } from '../../../shared/backups/contract.ts'
import { hasRestoreEnded } from '../../../shared/backups/restore.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { isUnderWay } from '../../../shared/model/under-way.ts'
import styles from '../../parts/area/Area.module.css'
import { AreaContent } from '../../parts/area/AreaContent.tsx'
import { AreaRows } from '../../parts/area/AreaRows.tsx'
import { type AreaNews, AreaSlot } from '../../parts/area/AreaSlot.tsx'
import { asOf } from '../../parts/area/area-words.ts'
import { useArea } from '../../parts/area/use-area.tsx'
import { whyNoOther } from '../../parts/servers/backup-age.ts'
import { useMissingPermission, useRefusalNote } from '../../parts/servers/MissingPermission.tsx'
import { useClient } from '../../state/hooks.ts'
import { Empty } from '../../ui/Empty.tsx'
import { useKeepFocus } from '../../ui/focus.ts'
import { BackupRow, ComingRow } from './BackupRow.tsx'
import { BackupsBar } from './BackupsBar.tsx'
import { comingText, type RowChoices, rowChoices } from './backup-words.ts'
import { Downloads, useDownloads } from './Downloads.tsx'
import { KeepDialog } from './KeepDialog.tsx'
import { newsOfDownload, newsOfRestore, newsOfRun } from './news.ts'
import { RenameBackup } from './RenameBackup.tsx'
import { RestoreBackup } from './RestoreBackup.tsx'
import { useBackupReading, useLastRun, useRestore, useRestoreSteps } from './use-backups.ts'

const columns = [
  { name: 'Name' },
  { name: 'State', holds: 'state' },
  { name: 'Size', holds: 'amount' },
  { name: 'Made', holds: 'time' },
  { name: 'Actions', holds: 'menu' },
] as const

/** A backup that the panel has not named yet. */
function Coming({ run, list }: { run: BackupRun | null; list: BackupsOfServer }) {
  if (run === null || run.endedAt !== null || list.backups.some(({ id }) => id === run.backupId)) return null
  return <ComingRow name="New backup" words={comingText(run)} />
}

type ListProps = {
  server: ServerView
  list: BackupsOfServer
  run: BackupRun | null
  downloading: ReadonlySet<string>
  /** The backup that is being restored. */
  restored: BackupId | null
  now: number
  on: Readonly<Record<keyof RowChoices, (backup: Backup) => void>>
}

function List({ server, list, run, downloading, restored, now, on }: ListProps) {
  const missing = useMissingPermission(server, 'backups-full')
  const note = useRefusalNote(server, 'backups-full')
  const isComing = run !== null && run.endedAt === null
  const isBackingUp = isComing || list.backups.some((backup) => isBeingMade(backup, now))
  if (list.backups.length === 0 && !isComing)
    return <Empty title="No backups yet" text="Back up now to have a world to go back to." />
  return (
    <>
      <AreaRows label="Backups" columns={columns}>
        <Coming run={run} list={list} />
        {list.backups.map((backup) => (
          <BackupRow
            key={backup.id}
            backup={backup}
            choices={rowChoices(backup, {
              lacks: missing?.reason ?? null,
              denied: list.denied,
              isDownloading: downloading.has(backup.id),
              isRestoring: restored !== null,
              isRestored: restored === backup.id,
              isBackingUp,
            })}
            note={note}
            hasNames={backup.isScheduled !== null}
            now={now}
            on={on}
          />
        ))}
      </AreaRows>
      {list.leftOut > 0 && <p className={styles.foot}>{list.leftOut} more could not be read.</p>}
      <p className={styles.foot}>Restoring stops the server first and never deletes files unless you choose it.</p>
    </>
  )
}

/** What is lost with a backup. */
function lossOf(backup: Backup, all: readonly Backup[]): string {
  if (isOnlyGood(backup, all)) return 'It is the only good backup of this server. It can’t be brought back.'
  return backup.isLocked ? 'It is locked. It can’t be brought back.' : 'It can’t be brought back.'
}

/** A server's backups, read from its panel while they are looked at. */
export function BackupsArea({ server }: { server: ServerView }) {
  const client = useClient()
  const { call } = client.bridge
  const { ref } = server
  const { ask, everyMs } = useBackupReading(ref)
  const area = useArea('backups', server, ask, { everyMs })
  const { list, now } = area
  const backups = list.value?.backups ?? []
  const run = useLastRun(ref, list, () => area.tell(null))
  const downloads = useDownloads(ref)
  const restore = useRestore(ref)
  const restoreSteps = useRestoreSteps(server)
  const focus = useKeepFocus<HTMLDivElement>()

  const on: Parameters<typeof BackupRow>[0]['on'] = {
    download: ({ id, name }) =>
      area.act({ what: `Downloading “${name}”`, call: () => call('backups:download', { ref, id }) }),
    restore: (backup) =>
      area.open((close, value) => (
        <RestoreBackup server={server} backup={backup} noOther={whyNoOther(value)} onClose={close} />
      )),
    lock: ({ id, name, isLocked }) =>
      area.act({
        what: `${isLocked ? 'Unlocking' : 'Locking'} “${name}”`,
        call: () => call('backups:setLocked', { ref, id, isLocked: !isLocked }),
      }),
    rename({ id, name: former }) {
      const what = `Renaming “${former}”`
      area.open((close) => (
        <RenameBackup
          name={former}
          rename={(name) => area.submit({ what, call: () => call('backups:rename', { ref, id, name }) }, close)}
          onClose={close}
        />
      ))
    },
    remove(backup) {
      const { id, name } = backup
      const isTyped = wantsTypedName(backup, backups)
      area.ask({
        title: `Delete “${name}”?`,
        text: lossOf(backup, backups),
        yes: 'Delete backup',
        ...(isTyped && { typedName: name }),
        what: `Deleting “${name}”`,
        call: (typed) => call('backups:remove', { ref, id, typedName: isTyped ? typed : null }),
      })
    },
  }

  function downloadNews(phase: 'failed' | 'done'): AreaNews | null {
    const download = downloads.findLast((one) => one.phase === phase)
    const news = download && newsOfDownload(download)
    if (!news) return null
    const { id, backupId } = download
    const onDismiss = () => void client.run(() => call('jobs:dismiss', { id }))
    const again = backups.find((backup) => backup.id === backupId)
    if (phase === 'done' || again === undefined) return { ...news, onDismiss }
    const onClick = () => {
      onDismiss()
      on.download(again)
    }
    return { ...news, onDismiss, step: { label: 'Download again…', onClick } }
  }

  function runNews(): AreaNews | null {
    const news = run && newsOfRun(run)
    return news && { ...news, onDismiss: () => void client.run(() => call('jobs:dismiss', { id: run.id })) }
  }

  const news =
    (restore && { ...newsOfRestore(restore), ...restoreSteps(restore) }) ??
    (area.isActNews ? area.news : null) ??
    runNews() ??
    downloadNews('failed') ??
    area.news ??
    downloadNews('done')
  const restored = restore !== null && !hasRestoreEnded(restore) ? restore.backup.id : null
  const downloading = new Set<string>(downloads.filter(isUnderWay).map(({ backupId }) => backupId))
  return (
    <div className={styles.area} tabIndex={-1} {...focus}>
      <BackupsBar
        server={server}
        list={list.value}
        age={asOf(list.at, list.error !== null, now)}
        now={now}
        onKeep={() => area.open((close, value) => <KeepDialog serverRef={ref} list={value} onClose={close} />)}
      />
      <AreaSlot news={news} />
      <AreaContent label="Backups" asked={list}>
        {(value) => <List {...{ server, run, downloading, restored, now, on }} list={value} />}
      </AreaContent>
      <Downloads downloads={downloads} />
      {area.dialog}
    </div>
  )
}
