import { useState } from 'react'
import { type FilePath, nameOf } from '../../../shared/files/files.ts'
import { safeText } from '../../../shared/model/text.ts'
import styles from './FilesArea.module.css'

type DropPlaceProps = {
  /** Where dropped files go. */
  folder: FilePath
  /** Why nothing can be dropped here; null where it can. */
  why: string | null
  onDrop: (files: readonly File[]) => void
  children: React.ReactNode
}

const hasFiles = (event: React.DragEvent) => event.dataTransfer.types.includes('Files')

/** Takes files that are dropped on it, and says so while they are held over it. */
export function DropPlace({ folder, why, onDrop, children }: DropPlaceProps) {
  const name = nameOf(folder)
  const [isOver, setOver] = useState(false)
  return (
    // The buttons for uploads do the same without a pointer.
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing here is to be reached by keys
    <div
      className={`${styles.place} ${styles.list}`}
      data-frame
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = why === null ? 'copy' : 'none'
        setOver(true)
      }}
      onDragLeave={(event) => {
        const to = event.relatedTarget
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        const files = [...event.dataTransfer.files]
        if (why === null && files.length > 0) onDrop(files)
      }}
    >
      {children}
      {isOver && (
        <p className={styles.over} data-center data-stopped={why !== null || undefined} role="status">
          {why === null
            ? `Drop to upload to ${name === null ? 'the server’s files' : safeText(name, 60)}`
            : `Nothing can be uploaded here: ${why}.`}
        </p>
      )}
    </div>
  )
}
