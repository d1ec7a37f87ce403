import { useRef, useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { hostOf } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useAddKey } from './add-key.ts'
import { TokenField, useToken } from './TokenField.tsx'
import { addressHelp, addWord, fieldOf, foundWords, noAddress } from './words.ts'

type KeyFormProps = {
  onAdded: () => void
  /** For a page of its own; a dialog moves the focus itself, and gives it back. */
  autoFocus?: boolean
}

/** Adds a key: one click makes the test call and, when it finds servers, saves. Used by first run and keys page. */
export function KeyForm({ onAdded, autoFocus = false }: KeyFormProps) {
  const { bridge } = useClient()
  const [address, setAddress] = useState('')
  const [label, setLabel] = useState('')
  const [tried, setTried] = useState(false)
  const { step, found, add, fail, reset } = useAddKey()
  const token = useToken()
  const form = useRef<HTMLFormElement>(null)
  const panel = address.trim()
  const busy = step.kind === 'busy'

  const errorAt = (field: ReturnType<typeof fieldOf>) =>
    step.kind === 'failed' && fieldOf(step.error.code) === field ? step.error : null
  const focusField = (field: ReturnType<typeof fieldOf>) =>
    form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
  const showFailure = (error: AppError) => {
    if (error.code === 'token-refused') token.clear()
    focusField(fieldOf(error.code))
  }

  const submit = async () => {
    setTried(true)
    const secret = token.read()
    if (panel === '') focusField('address')
    if (busy || panel === '' || secret === null) return
    const end = await add({ address: panel, token: secret, label: label.trim() }, step.kind === 'empty')
    if (end.kind === 'failed') showFailure(end.error)
    if (end.kind !== 'added') return
    token.clear()
    onAdded()
  }

  const openPage = async () => {
    const result = await attempt(() => bridge.call['keys:openPage']({ address: panel }))
    if (result.ok) return
    fail(result.error)
    showFailure(result.error)
  }

  const formError = errorAt('form')
  return (
    <form
      ref={form}
      className="key-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field
        label="Panel address"
        name="address"
        mono
        autoFocus={autoFocus}
        placeholder="panel.example.com"
        readOnly={busy}
        value={address}
        onChange={(event) => {
          setAddress(event.target.value)
          reset()
        }}
        error={errorAt('address') ?? (tried && panel === '' ? noAddress : null)}
        help={addressHelp(panel, found?.baseUrl ?? null)}
      />
      <TokenField
        token={token}
        readOnly={busy}
        required={tried}
        error={errorAt('token')}
        onEdit={reset}
        help={
          <>
            Shown once by the panel, in the window “Your API Key”.{' '}
            {panel !== '' && (
              <button type="button" className="link" onClick={() => void openPage()}>
                Open the panel’s key page
              </button>
            )}
          </>
        }
      />
      <Field
        label="Name for this key"
        name="label"
        maxLength={60}
        placeholder={panel === '' ? 'Home' : hostOf(panel)}
        readOnly={busy}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
        error={errorAt('label')}
      />
      {formError && <Notice tone="bad" message={formError.message} hint={formError.hint} />}
      <div className="form-actions">
        <Button type="submit" look="go" className="btn-large" aria-disabled={busy}>
          {busy && found ? 'Adding…' : addWord[step.kind]}
        </Button>
        <span role="status" className={found?.servers.length === 0 ? 'state-busy' : 'state-running'}>
          {found && foundWords(found.servers.map((server) => server.name))}
        </span>
      </div>
    </form>
  )
}
