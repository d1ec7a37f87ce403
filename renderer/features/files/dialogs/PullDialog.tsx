import { useState } from 'react'
import { type FileName, isPlainName, isWebAddress, maxWebAddress } from '../../../../shared/files/files.ts'
import { safeText } from '../../../../shared/model/text.ts'
import { ok } from '../../../../shared/result.ts'
import { Tick } from '../../../ui/Choice.tsx'
import { Field } from '../../../ui/Field.tsx'
import { nameInAddress, nameProblem } from '../entries/names.ts'
import { FileForm, type FolderOfDialog } from './FileForm.tsx'

/** What is fetched. */
export type Pull = { readonly url: string; readonly name: FileName; readonly overwrites: boolean }

type PullDialogProps = { at: FolderOfDialog; onPull: (pull: Pull) => void; onClose: () => void }

/** Has the server's machine fetch a file from an address, under the name that the address ends in or another one. */
export function PullDialog({ at: { folder, taken }, onPull, onClose }: PullDialogProps) {
  const [typed, setTyped] = useState('')
  const [ownName, setOwnName] = useState<string | null>(null)
  const [overwrites, setOverwrites] = useState(false)
  const url = typed.trim()
  const name = ownName ?? nameInAddress(url)
  const isThere = taken.has(name)
  const problem = nameProblem(name, new Set(), null)
  return (
    <FileForm
      title={`Fetch into ${folder === '/' ? 'the main folder' : safeText(folder)}`}
      lead="The server’s own machine fetches the file."
      submit="Fetch"
      isReady={isWebAddress(url) && name !== '' && problem === null && (!isThere || overwrites)}
      send={async () => {
        onClose()
        if (isPlainName(name)) onPull({ url, name, overwrites: isThere && overwrites })
        return ok(null)
      }}
      onClose={onClose}
    >
      <Field
        label="Address"
        help="It begins with https:// or http://, has no password in it, and leads straight to the file."
        placeholder="https://"
        mono
        maxLength={maxWebAddress}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Field
        label="Name"
        mono
        value={name}
        onChange={(event) => setOwnName(event.target.value)}
        error={problem === null ? null : { message: problem, hint: '' }}
      />
      {isThere && (
        <Tick
          label="Overwrite the file of that name"
          note="It can’t be brought back."
          checked={overwrites}
          onChange={setOverwrites}
        />
      )}
    </FileForm>
  )
}
