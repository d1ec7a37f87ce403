import { isBeingMade, isOnlyGood, maxBackupNameLength, wantsTypedName } from '../../../shared/backups/backups.ts'
import type { Backup, BackupId, BackupRun, BackupsOfServer } from '../../../shared/backups/contract.ts'
import { keepRuleText } from '../../../shared/backups/keep.ts'
import { hasRestoreEnded } from '../../../shared/backups/restore.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { isUnderWay } from '../../../shared/model/under-way.ts'
import { whyNoBackupNow } from '../../../shared/servers/choices.ts'
import { AreaPage } from '../../parts/area/AreaPage.tsx'
import { AreaList } from '../../parts/area/AreaRows.tsx'
import type { AreaNews } from '../../parts/area/AreaSlot.tsx'
import { RenameDialog } from '../../parts/area/RenameDialog.tsx'
import { stopped } from '../../parts/area/stopped.ts'
import { doing, useArea } from '../../parts/area/use-area.tsx'
import { whyNoOther } from '../../parts/servers/backup-age.ts'
import { missingPermissionProps, useMissingPermission, useRefusalNote } from '../../parts/servers/MissingPermission.tsx'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { BackupRow, ComingRow } from './BackupRow.tsx'
import { comingText, countText, factTexts, type RowChoices, rowChoices } from './backup-words.ts'
import { Downloads, useDownloads } from './Downloads.tsx'
import { KeepDialog } from './KeepDialog.tsx'
import { newsOfDownload, newsOfRestore, newsOfRun } from './news.ts'
import { RestoreBackup } from './RestoreBackup.tsx'
import { useBackupReading, useLastRun, useRestore, useRestoreSteps } from './use-backups.ts'

const columns = [
  { name: 'Name' },
  { name: 'State', holds: 'state' },
  { name: 'Size', holds: 'amount' },
  { name: 'Made', holds: 'time' },
  { name: 'Actions', holds: 'menu' },
] as const

const none = { title: 'No backups yet', text: 'Back up now to have a world to go back to.' }

/** Makes a backup now, or says why none can be made. */
function BackUpNow({ server, noOther }: { server: ServerView; noOther: string | null }) {
  const { view } = useClient()
  const now = useNow(15_000)
  const why = useAppState((state) => whyNoBackupNow(state, server, now)) ?? noOther
  const missing = useMissingPermission(server, 'backup.create')
  return (
    <Button
      look="go"
      {...stopped(why)}
      {...missingPermissionProps(missing)}
      onClick={() => why === null && view.setState({ dialog: { kind: 'backup', ref: server.ref } })}
    >
      Back up now
    </Button>
  )
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
  const missing = useMissingPermission(server, 'backup.create')
  const note = useRefusalNote(server, 'backups-full')
  const making = run?.endedAt === null ? run : null
  const isBackingUp = making !== null || list.backups.some((backup) => isBeingMade(backup, now))
  // One that the panel has not named yet comes first.
  const coming = making === null || list.backups.some(({ id }) => id === making.backupId) ? [] : [making]
  const rows = [...coming, ...list.backups]
  return (
    <AreaList
      label="Backups"
      columns={columns}
      rows={rows}
      empty={none}
      leftOut={list.leftOut}
      foot={rows.length === 0 ? null : 'Restoring stops the server first and never deletes files unless you choose it.'}
    >
      {(row) =>
        'origin' in row ? (
          <ComingRow key={row.id} name="New backup" words={comingText(row)} />
        ) : (
          <BackupRow
            key={row.id}
            backup={row}
            choices={rowChoices(row, {
              lacks: missing?.reason ?? null,
              denied: list.denied,
              isDownloading: downloading.has(row.id),
              isRestoring: restored !== null,
              isRestored: restored === row.id,
              isBackingUp,
            })}
            note={note}
            hasNames={row.isScheduled !== null}
            now={now}
            on={on}
          />
        )
      }
    </AreaList>
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
  const rule = useAppState(({ preferences }) => preferences.keepRules[ref] ?? null)
  const failedCheck = useAppState(({ keepRuns }) => {
    const error = keepRuns[ref]?.error
    return rule && error ? `its last check failed: ${error.message}` : null
  })

  const on: Parameters<typeof BackupRow>[0]['on'] = {
    download: ({ id, name }) =>
      area.act({ ...doing('Downloading', { id, name }), call: () => call('backups:download', { ref, id }) }),
    restore: (backup) =>
      area.open((close, value) => (
        <RestoreBackup server={server} backup={backup} noOther={whyNoOther(value)} onClose={close} />
      )),
    lock: ({ id, name, isLocked }) =>
      area.act({
        ...doing(isLocked ? 'Unlocking' : 'Locking', { id, name }),
        call: () => call('backups:setLocked', { ref, id, isLocked: !isLocked }),
      }),
    rename({ id, name: former }) {
      const what = `Renaming “${former}”`
      area.open((close) => (
        <RenameDialog
          title="Rename the backup"
          label="Name"
          maxLength={maxBackupNameLength}
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
        ...doing('Deleting', { id, name }),
        call: (typed) => call('backups:remove', { ref, id, typedName: isTyped ? typed : null }),
      })
    },
  }

  const onKeep = () => area.open((close, value) => <KeepDialog serverRef={ref} list={value} onClose={close} />)

  function downloadNews(phase: 'failed' | 'done'): AreaNews | null {
    const download = downloads.findLast((one) => one.phase === phase)
    const news = download && newsOfDownload(download)
    if (!news) return null
    const { id, backupId } = download
    const onDismiss = () => client.send('jobs:dismiss', { id })
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
    return news && { ...news, onDismiss: () => client.send('jobs:dismiss', { id: run.id }) }
  }

  // One that was done is no news above a server that was started since.
  const isOver = restore?.phase === 'done' && (server.state === 'running' || server.state === 'starting')
  const told = isOver ? null : restore
  const news =
    (told && { ...newsOfRestore(told), ...restoreSteps(told) }) ??
    (area.isActNews ? area.news : null) ??
    runNews() ??
    downloadNews('failed') ??
    area.news ??
    downloadNews('done')
  const restored = restore !== null && !hasRestoreEnded(restore) ? restore.backup.id : null
  const downloading = new Set<string>(downloads.filter(isUnderWay).map(({ backupId }) => backupId))
  return (
    <AreaPage
      area={area}
      label="Backups"
      fact={(value) => [countText(value), ...factTexts(value, now), rule && keepRuleText(rule), failedCheck]}
      action={(value) => (
        <>
          {value !== null && <Button onClick={onKeep}>Keep…</Button>}
          <BackUpNow server={server} noOther={value && whyNoOther(value)} />
        </>
      )}
      news={news}
      foot={<Downloads downloads={downloads} />}
    >
      {(value) => <List {...{ server, run, downloading, restored, now, on }} list={value} />}
    </AreaPage>
  )
}
