import { useState } from 'react'
import { type FileName, type FilePath, isPlainName, type ResolvedUrl } from '../../../../shared/model/file.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { safeText } from '../../../../shared/model/text.ts'
import { ok } from '../../../../shared/result.ts'
import { useClient } from '../../../state/hooks.ts'
import controlStyles from '../../../ui/controls.module.css'
import { Field } from '../../../ui/Field.tsx'
import { bytes, hostOf, orDash } from '../../../ui/format.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useTask } from '../../../ui/use-task.ts'
import { nameProblem } from '../entries/name-check.ts'
import { FileForm } from './FileForm.tsx'
import styles from './PullDialog.module.css'

/** What is fetched. */
export type Pull = {
  readonly url: string
  readonly name: FileName
  readonly bytes: number | null
  readonly overwrites: boolean
}

type PullDialogProps = {
  serverRef: ServerRef
  folder: FilePath
  taken: ReadonlySet<string>
  onPull: (pull: Pull) => void
  onClose: () => void
}

/** Maximum length of an address that is shown. */
const maxShown = 300

/** Where an address leads in the end, step by step. */
function Way({ typed, found }: { typed: string; found: ResolvedUrl }) {
  const isOther = hostOf(found.url) !== hostOf(typed)
  return (
    <div className={styles.way}>
      {found.hops.length > 0 && (
        <Notice
          tone={isOther ? 'busy' : 'calm'}
          message={isOther ? `It leads on to ${safeText(hostOf(found.url))}.` : 'It leads on to another address.'}
          hint="The server’s machine fetches from the last one."
        />
      )}
      <dl>
        {found.hops.map((hop) => (
          <div key={hop}>
            <dt>By way of</dt>
            <dd>{safeText(hop, maxShown)}</dd>
          </div>
        ))}
        <div>
          <dt>Fetched from</dt>
          <dd>{safeText(found.url, maxShown)}</dd>
        </div>
        <div>
          <dt>Size</dt>
          <dd>{found.bytes === null ? 'Not known: many panels fetch nothing then.' : orDash(found.bytes, bytes)}</dd>
        </div>
      </dl>
    </div>
  )
}

/** Has the server's machine fetch a file: first the address is looked up, then what it leads to is fetched. */
export function PullDialog({ serverRef: ref, folder, taken, onPull, onClose }: PullDialogProps) {
  const { call } = useClient().bridge
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<{ readonly of: string; readonly what: ResolvedUrl } | null>(null)
  const [name, setName] = useState('')
  const [overwrites, setOverwrites] = useState(false)
  const url = typed.trim()
  const seen = found?.of === url ? found.what : null
  const lookUp = useTask(async () => {
    const result = await call['files:resolveUrl']({ ref, url })
    if (!result.ok) return result
    setFound({ of: url, what: result.value })
    setName(result.value.name ?? '')
    return ok(null)
  })
  const isThere = taken.has(name)
  const problem = nameProblem(name, new Set(), null)
  const fetch = async () => {
    if (seen === null || !isPlainName(name)) return
    onPull({ url: seen.url, name, bytes: seen.bytes, overwrites: isThere && overwrites })
  }
  const isNamed = name !== '' && problem === null && (!isThere || overwrites)
  return (
    <FileForm
      title={`Fetch into ${folder === '/' ? 'the main folder' : safeText(folder)}`}
      lead="The server’s own machine fetches the file. The address is looked up from here first."
      submit={seen === null ? 'Look up' : 'Fetch'}
      isReady={seen === null ? url !== '' && !lookUp.busy : isNamed}
      task={seen === null ? lookUp : { busy: false, error: null, start: () => void fetch() }}
      onClose={onClose}
    >
      <Field
        label="Address"
        placeholder="https://"
        mono
        maxLength={2_048}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          lookUp.clear()
        }}
      />
      {seen !== null && (
        <>
          <Way typed={url} found={seen} />
          <Field
            label="Name"
            mono
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={problem === null ? null : { message: problem, hint: '' }}
          />
          {isThere && (
            <label className={controlStyles.tick}>
              <input type="checkbox" checked={overwrites} onChange={(event) => setOverwrites(event.target.checked)} />
              <span>Overwrite the file of that name</span>
              <small>It can’t be brought back.</small>
            </label>
          )}
        </>
      )}
    </FileForm>
  )
}
