import type { TextFile } from '../../../../shared/files/contract.ts'
import { clockTime } from '../../../../shared/model/time-words.ts'
import { useAppState } from '../../../state/hooks.ts'
import { Button } from '../../../ui/Button.tsx'
import barStyles from '../../../ui/bar.module.css'
import { count } from '../../../ui/format.ts'
import styles from './Editor.module.css'
import { formatText } from './text-format.ts'

type SaveBarProps = {
  file: TextFile
  /** Why it can't be changed; null where it can. */
  why: string | null
  isEdited: boolean
  isBusy: boolean
  /** How many lines are another; null while they are not counted. */
  lines: number | null
  /** When it was saved last, in unix milliseconds; null for not from here. */
  savedAt: number | null
  isComparing: boolean
  onCompare: (isOn: boolean) => void
  onSave: () => void
  onClose: () => void
}

type Fact = Pick<SaveBarProps, 'why' | 'isEdited' | 'isBusy' | 'lines' | 'savedAt'>

/** How it stands with the text. */
function factOf({ why, isEdited, isBusy, lines, savedAt }: Fact): string {
  if (why !== null) return `Read only: ${why}.`
  if (isBusy) return 'Saving…'
  if (isEdited) return lines === null ? 'Changed' : `${count(lines, 'line')} changed`
  return savedAt === null ? '' : `Saved ${clockTime(savedAt)}`
}

/** How it stands with the text, and its way back to the server. */
export function SaveBar(props: SaveBarProps) {
  const { file, why, isEdited, isBusy, isComparing, onCompare, onSave, onClose } = props
  const isMac = useAppState((state) => state.app.platform === 'darwin')
  return (
    <div className={`${barStyles.bar} ${styles.foot}`}>
      <p role="status" className={barStyles.fact} data-cut>
        {factOf(props)}
      </p>
      <span className={styles.format} data-cut>
        {formatText(file)}
      </span>
      {(isEdited || isComparing) && (
        <Button onClick={() => onCompare(!isComparing)}>{isComparing ? 'Back to the text' : 'Show changes'}</Button>
      )}
      {why === null ? (
        <Button look="go" aria-disabled={!isEdited || isBusy} aria-keyshortcuts="Control+S" onClick={onSave}>
          Save <kbd>{isMac ? '⌘S' : 'Ctrl S'}</kbd>
        </Button>
      ) : (
        <Button onClick={onClose}>Close</Button>
      )}
    </div>
  )
}
