import { useEffect, useRef, useState } from 'react'
import type { KeptVersion } from '../../../../shared/files/contract-moves.ts'
import { type FilePath, nameOf } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { safeText } from '../../../../shared/model/text.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { toldOf } from '../../../parts/area/area-words.ts'
import { useClient, useNow } from '../../../state/hooks.ts'
import { bytes, when } from '../../../ui/format.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useTask } from '../../../ui/use-task.ts'
import styles from './dialogs.module.css'
import { FileForm } from './FileForm.tsx'

type VersionsDialogProps = {
  serverRef: ServerRef
  path: FilePath
  /** Why the file cannot be changed; null where it can. */
  why: string | null
  /** Puts the version of this id back. */
  restore: (id: string) => Promise<Result<null>>
  onClose: () => void
}

/** The versions of a file that were kept here before saves; each can be put back. */
export function VersionsDialog({ serverRef: ref, path, why, restore, onClose }: VersionsDialogProps) {
  const { call } = useClient().bridge
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
  return (
    <FileForm
      title={`Earlier versions of ${safeText(nameOf(path) ?? '', 60)}`}
      lead="Kept on this computer before each save from here, for 30 days."
      submit="Restore this"
      isReady={chosen !== null && why === null}
      stop={why && `It can’t be put back: ${why}.`}
      send={async () => (chosen === null ? ok(null) : restore(chosen))}
      onClose={onClose}
    >
      <div role="alert">{list.error && <Notice tone="bad" {...toldOf(list.error)} />}</div>
      {list.done && <p>{list.done}</p>}
      {versions.length > 0 && (
        <ul className={styles.versions}>
          {versions.map(({ id, keptAt, bytes: size }) => (
            <li key={id}>
              <label>
                <input type="radio" name="version" checked={chosen === id} onChange={() => setChosen(id)} />
                <span>{when(keptAt, now)}</span>
                <small>{bytes(size)}</small>
              </label>
            </li>
          ))}
        </ul>
      )}
    </FileForm>
  )
}
