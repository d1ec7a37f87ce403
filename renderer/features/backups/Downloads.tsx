import { useShallow } from 'zustand/react/shallow'
import type { DownloadView } from '../../../shared/backups/contract.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { isUnderWay } from '../../../shared/model/under-way.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { downloadText } from './backup-words.ts'
import styles from './Downloads.module.css'

/** The server's downloads of backups, also those that ended and were not dismissed. */
export const useDownloads = (ref: ServerRef): readonly DownloadView[] =>
  useAppState(useShallow((state) => Object.values(state.downloads).filter((download) => download.ref === ref)))

/** What is being downloaded, how fast, and how far it is. */
export function Downloads({ downloads }: { downloads: readonly DownloadView[] }) {
  const { run, bridge } = useClient()
  const running = downloads.filter(isUnderWay)
  if (running.length === 0) return null
  return (
    <ul className={styles.downloads} aria-label="Downloads">
      {running.map((download) => (
        <li key={download.id} className={styles.download}>
          <p>
            <strong data-cut title={download.file}>
              {download.file}
            </strong>{' '}
            <span>{downloadText(download)}</span>
          </p>
          <Progress label={`Download of ${download.file}`} max={download.totalBytes} value={download.movedBytes} />
          <Button onClick={() => void run(() => bridge.call('jobs:cancel', { id: download.id }))}>Cancel</Button>
        </li>
      ))}
    </ul>
  )
}
