import { useState } from 'react'
import type { FileEntry } from '../../../../shared/files/contract.ts'
import { useClient } from '../../../state/hooks.ts'
import { Field } from '../../../ui/Field.tsx'
import { namesText } from '../entries/file-words.ts'
import { hasRight, isMode, modeText, modeWarning, rights, sentMode, whose, withRight } from '../entries/mode-words.ts'
import { FileForm, type FolderOfDialog } from './FileForm.tsx'
import styles from './file-dialogs.module.css'

type ModeDialogProps = {
  at: FolderOfDialog
  entries: readonly FileEntry[]
  onClose: () => void
}

/** The mode that all entries have; empty where they differ, or the panel tells none. */
function commonMode(entries: readonly FileEntry[]): string {
  const [first, ...others] = entries.map(({ modeBits }) => modeBits ?? '')
  return first !== undefined && others.every((mode) => mode === first) ? first : ''
}

/** Who may do what with files: as digits, as boxes, and in words. */
export function ModeDialog({ at: { ref, folder, send }, entries, onClose }: ModeDialogProps) {
  const { call } = useClient().bridge
  const [mode, setMode] = useState(() => commonMode(entries))
  const names = entries.map(({ name }) => name)
  const isRight = isMode(mode)
  const warning = modeWarning(
    mode,
    entries.every(({ isFile }) => isFile),
  )
  return (
    <FileForm
      title={`Permissions of ${namesText(names)}`}
      submit="Change"
      isReady={isRight}
      send={() => {
        const what = `Changing the permissions of ${namesText(names)}`
        return send({ what, call: () => call('files:chmod', { ref, folder, names, mode: sentMode(mode) }) }, onClose)
      }}
      onClose={onClose}
    >
      <table className={styles.rights}>
        <thead>
          <tr>
            <td />
            {rights.map(({ name }) => (
              <th key={name} scope="col" data-text="faint">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {whose.map((who) => (
            <tr key={who}>
              <th scope="row">{who}</th>
              {rights.map(({ name, bit }) => (
                <td key={name}>
                  <input
                    type="checkbox"
                    aria-label={`${who}: ${name}`}
                    checked={hasRight(mode, who, bit)}
                    onChange={(event) => setMode(withRight(mode, who, bit, event.target.checked))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Field
        label="As digits"
        mono
        maxLength={4}
        value={mode}
        onChange={(event) => setMode(event.target.value)}
        error={isRight || mode === '' ? null : { message: 'Type three digits from 0 to 7, such as 644.', hint: '' }}
        help={isRight ? [modeText(mode), warning].filter(Boolean).join(' ') : 'Such as 644.'}
      />
    </FileForm>
  )
}
