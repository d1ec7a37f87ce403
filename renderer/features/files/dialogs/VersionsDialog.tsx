import { useEffect, useRef, useState } from 'react'
import type { FileEntry } from '../../../../shared/files/contract.ts'
import type { KeptVersion } from '../../../../shared/files/contract-moves.ts'
import { pathIn, stampOf } from '../../../../shared/files/files.ts'
import { safeText } from '../../../../shared/model/text.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { toldOf } from '../../../parts/area/area-words.ts'
import { useClient, useNow } from '../../../state/hooks.ts'
import { bytes, when } from '../../../ui/format.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useTask } from '../../../ui/use-task.ts'
import { FileForm, type FolderOfDialog } from './FileForm.tsx'
import styles from './file-dialogs.module.css'

type VersionsDialogProps = {
  at: FolderOfDialog
  entry: FileEntry
  /** Why the file cannot be changed; null where it can. */
  why: string | null
  onClose: () => void
}

/** The versions of a file that were kept here before saves; each can be put back. */
export function VersionsDialog({ at: { ref, folder, send }, entry, why, onClose }: VersionsDialogProps) {
  const { call } = useClient().bridge
  const path = pathIn(folder, entry.name)
  const now = useNow(60_000)
  const [versions, setVersions] = useState<readonly KeptVersion[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  const list = useTask(async () => {
    const kept = await call('fileVersions:list', { ref, path })
    if (!kept.ok) return kept
    setVersions(kept.value.versions)
    return ok(kept.value.versions.length === 0 ? 'None yet: it was not saved from here in the last 30 days.' : null)
  })
  const first = useRef(list.start)
  useEffect(() => first.current(), [])
  async function restore(id: string): Promise<Result<unknown>> {
    const written = await call('fileVersions:restore', { ref, path, id, seen: stampOf(entry) })
    if (!written.ok || written.value.kind === 'written') return written
    const message = 'The file is another one by now, so nothing was written.'
    return fail('too-late', { message, hint: 'Read the folder again, then choose once more.' })
  }
  return (
    <FileForm
      title={`Earlier versions of ${safeText(entry.name, 60)}`}
      lead="Kept on this computer before each save from here, for 30 days."
      submit="Restore this"
      isReady={chosen !== null && why === null}
      stop={why && `It can’t be put back: ${why}.`}
      send={async () =>
        chosen === null
          ? ok(null)
          : send({ what: 'Restoring the earlier version', keepsTicks: true, call: () => restore(chosen) }, onClose)
      }
      onClose={onClose}
    >
      <div role="alert">{list.error && <Notice tone="bad" {...toldOf(list.error)} />}</div>
      {list.done && <p>{list.done}</p>}
      {versions.length > 0 && (
        <ul className={styles.versions} data-box data-scroll>
          {versions.map(({ id, keptAt, bytes: size }) => (
            <li key={id}>
              <label data-flex="s2">
                <input type="radio" name="version" checked={chosen === id} onChange={() => setChosen(id)} />
                <span>{when(keptAt, now)}</span>
                <small data-tone="calm" data-end>
                  {bytes(size)}
                </small>
              </label>
            </li>
          ))}
        </ul>
      )}
    </FileForm>
  )
}
