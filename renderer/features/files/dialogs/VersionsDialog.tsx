import { useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/error-schema.ts'
import type { FileStamp } from '../../../../shared/files/contract.ts'
import type { KeptVersion } from '../../../../shared/files/contract-moves.ts'
import { type FilePath, nameOf } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { safeText } from '../../../../shared/model/text.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { attempt } from '../../../bridge/bridge.ts'
import { useClient, useNow } from '../../../state/hooks.ts'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/Dialogs.tsx'
import { bytes, when } from '../../../ui/format.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useTask } from '../../../ui/use-task.ts'
import styles from './dialogs.module.css'

type VersionsDialogProps = {
  serverRef: ServerRef
  path: FilePath
  /** The file as the list shows it; null where it is not there. */
  seen: FileStamp | null
  /** Why the file cannot be changed; null where it can. */
  why: string | null
  onRestored: () => void
  onClose: () => void
}

/** The versions of a file that were kept here before saves; each can be put back. */
export function VersionsDialog({ serverRef: ref, path, seen, why, onRestored, onClose }: VersionsDialogProps) {
  const { call } = useClient().bridge
  const now = useNow(60_000)
  const [versions, setVersions] = useState<readonly KeptVersion[] | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  useEffect(() => {
    void attempt(() => call('fileVersions:list', { ref, path })).then((list) => {
      if (list.ok) setVersions(list.value.versions)
      else setError(list.error)
    })
  }, [call, ref, path])
  const restore = useTask(async () => {
    if (chosen === null) return ok(null)
    const written = await call('fileVersions:restore', { ref, path, id: chosen, seen })
    if (!written.ok) return written
    if (written.value.kind !== 'written') {
      const message = 'The file is another one by now, so nothing was written.'
      return fail('plan-past', { message, hint: 'Read the folder again, then choose once more.' })
    }
    onRestored()
    return ok(null)
  })
  const told = error ?? restore.error
  return (
    <Modal
      title={`Earlier versions of ${safeText(nameOf(path) ?? '', 60)}`}
      lead="Kept on this computer before each save from here, for 30 days."
      onClose={onClose}
    >
      <div role="alert">{told && <Notice tone="bad" message={told.message} hint={told.hint} />}</div>
      {versions?.length === 0 && <p>None yet: it was not saved from here in the last 30 days.</p>}
      {versions !== null && versions.length > 0 && (
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
      <div className={styles.actions}>
        {why !== null && <p>It can’t be put back: {why}.</p>}
        <Button onClick={onClose}>Close</Button>
        <Button
          look="go"
          aria-disabled={chosen === null || why !== null || restore.busy}
          onClick={() => {
            if (chosen !== null && why === null) restore.start()
          }}
        >
          Restore this
        </Button>
      </div>
    </Modal>
  )
}
