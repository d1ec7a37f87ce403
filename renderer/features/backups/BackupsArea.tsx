import { useState } from 'react'
import { isBeingMade } from '../../../shared/backups/backups.ts'
import type { Backup, BackupId, BackupRun, BackupsOfServer } from '../../../shared/backups/contract.ts'
import { hasRestoreEnded } from '../../../shared/backups/restore.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { isUnderWay } from '../../../shared/model/under-way.ts'
import { tryAgainStep } from '../../parts/again.ts'
import styles from '../../parts/area/Area.module.css'
import { AreaContent } from '../../parts/area/AreaContent.tsx'
import { AreaRows } from '../../parts/area/AreaRows.tsx'
import { type AreaNews, AreaSlot } from '../../parts/area/AreaSlot.tsx'
import { asOf } from '../../parts/area/area-words.ts'
import { useActs } from '../../parts/area/use-acts.ts'
import { whyNoOther } from '../../parts/servers/backup-room.ts'
import { useMissingPermission, useRefusalNote } from '../../parts/servers/MissingPermission.tsx'
import { useClient, useNow } from '../../state/hooks.ts'
import { Empty } from '../../ui/Empty.tsx'
import { useKeepFocus } from '../../ui/focus.ts'
import { BackupRow, ComingRow, type RowAct } from './BackupRow.tsx'
import { BackupsBar } from './BackupsBar.tsx'
import { comingText } from './backup-words.ts'
import { DeleteBackup } from './DeleteBackup.tsx'
import { Downloads, useDownloads } from './Downloads.tsx'
import { KeepDialog } from './KeepDialog.tsx'
import { type BackupNews, newsOf } from './news.ts'
import { RenameBackup } from './RenameBackup.tsx'
import { RestoreBackup } from './RestoreBackup.tsx'
import { rowChoices } from './row-choices.ts'
import { useBackups } from './use-backups.ts'
import { useRestore, useRestoreSteps } from './use-restore.ts'

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
  onAct: (act: RowAct, backup: Backup) => void
}

function List({ server, list, run, downloading, restored, now, onAct }: ListProps) {
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
            onAct={onAct}
          />
        ))}
      </AreaRows>
      {list.leftOut > 0 && <p className={styles.foot}>{list.leftOut} more could not be read.</p>}
      <p className={styles.foot}>Restoring stops the server first and never deletes files unless you choose it.</p>
    </>
  )
}

/** A server's backups, read from its panel while they are looked at. */
export function BackupsArea({ server }: { server: ServerView }) {
  const client = useClient()
  const { call } = client.bridge
  const { ref } = server
  const { list, run } = useBackups(ref)
  const downloads = useDownloads(ref)
  const acts = useActs(list.again)
  const restore = useRestore(ref)
  const restoreSteps = useRestoreSteps(server)
  const now = useNow(15_000)
  const [asked, setAsked] = useState<{ act: 'restore' | 'rename' | 'remove'; backup: Backup } | null>(null)
  const [isKeeping, setKeeping] = useState(false)
  const focus = useKeepFocus<HTMLDivElement>()
  const backups = list.value?.backups ?? []
  const download = ({ id, name }: Pick<Backup, 'id' | 'name'>) =>
    acts.act(id, `Downloading “${name}”`, () => call('backups:download', { ref, id }))

  const onAct = (act: RowAct, backup: Backup) => {
    const { id, name, isLocked } = backup
    if (act === 'download') download(backup)
    else if (act === 'lock') {
      const what = `${isLocked ? 'Unlocking' : 'Locking'} “${name}”`
      acts.act(id, what, () => call('backups:setLocked', { ref, id, isLocked: !isLocked }))
    } else setAsked({ act, backup })
  }
  const close = () => setAsked(null)
  const done = () => {
    close()
    list.again()
  }

  const dismissing = (news: BackupNews): Pick<AreaNews, 'onDismiss' | 'step'> => {
    switch (news.about) {
      case 'list':
        return { step: tryAgainStep(list.again) }
      case 'restore':
        return restoreSteps(news.restore)
      case 'act':
        return { onDismiss: acts.clear }
      case 'run':
        return { onDismiss: () => void client.run(() => call('backups:dismiss', { ref })) }
      case 'download': {
        const { id, backupId } = news.download
        const dismiss = () => void client.run(() => call('backups:dismissDownload', { id }))
        const again = backups.find((backup) => backup.id === backupId)
        if (!news.hasFailed || again === undefined) return { onDismiss: dismiss }
        const retry = () => {
          dismiss()
          download(again)
        }
        return { onDismiss: dismiss, step: { label: 'Download again…', onClick: retry } }
      }
    }
  }
  const news = newsOf({ act: acts.failed, run, restore, downloads, list: list.value === null ? null : list.error })
  const restored = restore !== null && !hasRestoreEnded(restore) ? restore.backup.id : null
  const downloading = new Set<string>(downloads.filter(isUnderWay).map(({ backupId }) => backupId))
  return (
    <div className={styles.area} tabIndex={-1} {...focus}>
      <BackupsBar
        server={server}
        list={list.value}
        age={asOf(list.at, list.error !== null, now)}
        now={now}
        onKeep={() => setKeeping(true)}
      />
      <AreaSlot news={news && { ...news, ...dismissing(news) }} />
      <AreaContent label="Backups" asked={list}>
        {(value) => <List {...{ server, run, downloading, restored, now, onAct }} list={value} />}
      </AreaContent>
      <Downloads downloads={downloads} />
      {isKeeping && list.value !== null && (
        <KeepDialog serverRef={ref} list={list.value} onClose={() => setKeeping(false)} />
      )}
      {asked?.act === 'restore' && (
        <RestoreBackup
          server={server}
          backup={asked.backup}
          noOther={list.value && whyNoOther(list.value)}
          onClose={close}
        />
      )}
      {asked?.act === 'rename' && <RenameBackup serverRef={ref} backup={asked.backup} onDone={done} onClose={close} />}
      {asked?.act === 'remove' && (
        <DeleteBackup serverRef={ref} backup={asked.backup} all={backups} onDone={done} onClose={close} />
      )}
    </div>
  )
}
