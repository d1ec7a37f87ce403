import { useState } from 'react'
import type { ExistingChoice, UploadOffer } from '../../../../shared/files/contract-moves.ts'
import { useClient, useServerNames } from '../../../state/hooks.ts'
import type { DialogProps } from '../../../state/view.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { count } from '../../../ui/format.ts'
import { Pills } from '../../../ui/Pills.tsx'
import styles from '../dialogs/file-dialogs.module.css'
import { existingText, leftOutCountText, leftOutText } from './move-words.ts'

/** Maximum number of names that are shown of each list. */
const mostNames = 8

const choices = [
  { value: 'skip', label: 'Leave them out' },
  { value: 'keep-both', label: 'Keep both' },
  { value: 'overwrite', label: 'Overwrite' },
] as const satisfies readonly { readonly value: ExistingChoice; readonly label: string }[]

function Names({ label, names, total }: { label: string; names: readonly string[]; total: number }) {
  const more = total - Math.min(names.length, mostNames)
  return (
    <section aria-label={label}>
      <ul className={styles.names} data-box data-shade>
        {names.slice(0, mostNames).map((name) => (
          <li key={name} data-cut title={name}>
            {name}
          </li>
        ))}
      </ul>
      {more > 0 && <small>And {more.toLocaleString('en')} more.</small>}
    </section>
  )
}

/** What there is to decide, or why there is nothing. */
function leadOf(offer: UploadOffer): string {
  if (offer.files + offer.folders > 0) return existingText(offer)
  return offer.leftOutCount > 0 ? 'Nothing of this can be uploaded.' : 'All of this is on the server already.'
}

/** Asks once what becomes of all files that the server has already, and says what is left out. */
export function UploadQuestion({ asked: { ref, offer }, onClose }: DialogProps<'upload'>) {
  const { view, send } = useClient()
  const nameOf = useServerNames()
  const { id, files, folders, existing, existingCount, leftOut, leftOutCount } = offer
  const [choice, setChoice] = useState<ExistingChoice>('skip')
  const isNone = folders === 0 && (files === 0 || (choice === 'skip' && existingCount === files))
  const sent = choice === 'skip' ? files - existingCount : files
  const end = (sends: () => void) => {
    view.setState(({ uploads }) => ({ uploads: uploads.filter((one) => one.offer !== offer) }))
    onClose()
    sends()
  }
  return (
    <FormDialog
      title={`Upload files to ${nameOf(ref)}`}
      lead={leadOf(offer)}
      submit={isNone ? 'Upload' : `Upload ${sent > 0 ? count(sent, 'file') : count(folders, 'empty folder')}`}
      look={choice === 'overwrite' && existingCount > 0 ? 'bad' : 'go'}
      stop={isNone ? 'There is nothing to upload.' : null}
      task={{ start: () => end(() => send('fileMoves:upload', { id, existing: choice })) }}
      onClose={() => end(() => send('fileMoves:leave', { id }))}
    >
      {existingCount > 0 && (
        <>
          <Names label="There already" names={existing} total={existingCount} />
          <Pills legend="Files that are there already" options={choices} value={choice} onChange={setChoice} />
          {choice === 'overwrite' && <small>What is overwritten can’t be brought back.</small>}
        </>
      )}
      {leftOutCount > 0 && (
        <>
          <p>{leftOutCountText(leftOutCount)}:</p>
          <Names label="Left out" names={leftOut.map(leftOutText)} total={leftOutCount} />
        </>
      )}
    </FormDialog>
  )
}
