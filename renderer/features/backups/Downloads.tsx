import { useShallow } from 'zustand/react/shallow'
import type { DownloadView } from '../../../shared/backups/contract.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { isUnderWay } from '../../../shared/model/under-way.ts'
import { Move, Moves, UnderWay } from '../../parts/moves/Moves.tsx'
import { useAppState } from '../../state/hooks.ts'
import { downloadText } from './backup-words.ts'

/** The server's downloads of backups, also those that ended and were not dismissed. */
export const useDownloads = (ref: ServerRef): readonly DownloadView[] =>
  useAppState(useShallow((state) => Object.values(state.downloads).filter((download) => download.ref === ref)))

/** What is being downloaded, how fast, and how far it is. */
export function Downloads({ downloads }: { downloads: readonly DownloadView[] }) {
  const running = downloads.filter(isUnderWay)
  if (running.length === 0) return null
  return (
    <Moves label="Downloads">
      {running.map((download) => (
        <Move key={download.id} name={download.file} text={downloadText(download)}>
          <UnderWay
            id={download.id}
            label={`Download of ${download.file}`}
            max={download.totalBytes}
            value={download.movedBytes}
          />
        </Move>
      ))}
    </Moves>
  )
}
