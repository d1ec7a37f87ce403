import { Question } from '../../ui/Dialogs.tsx'
import { count } from '../../ui/format.ts'
import pasteStyles from './paste.module.css'

type PasteQuestionProps = {
  lines: readonly string[]
  finalFocus: React.RefObject<HTMLElement | null>
  onYes: () => void
  onClose: () => void
}

/** Asks before several pasted lines are sent. */
export function PasteQuestion({ lines, finalFocus, onYes, onClose }: PasteQuestionProps) {
  return (
    <Question
      title={`Send ${count(lines.length, 'command')}?`}
      text="Each line is sent as one command, in this order, one a second. The first that fails stops the rest."
      yes={`Send ${lines.length}`}
      look="go"
      onYes={onYes}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <pre className={pasteStyles.paste}>{lines.join('\n')}</pre>
    </Question>
  )
}
