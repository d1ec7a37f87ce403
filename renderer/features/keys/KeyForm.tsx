import { useRef, useState } from 'react'
import type { Fingerprint } from '../../../shared/certificate-schema.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useClient, useCounted } from '../../state/hooks.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import formStyles from '../../ui/form.module.css'
import { hostOf } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import styles from './KeyForm.module.css'
import { addedWords, addressHelp, fieldOf, foundWords, noAddress } from './messages.ts'
import { type Answer, askedBy, FailureQuestion } from './Questions.tsx'
import { TokenField, useToken } from './TokenField.tsx'

/** What the test call found. */
type Found = { readonly baseUrl: string; readonly servers: readonly { readonly name: string }[] }

/** `empty`: the key works but reaches no servers, so saving it needs a second click. */
type AddStep =
  | { readonly kind: 'idle' | 'busy' | 'empty' | 'added' }
  | { readonly kind: 'failed'; readonly error: AppError }

const addWord: Record<AddStep['kind'], string> = {
  idle: 'Add key',
  busy: 'Checking…',
  empty: 'Add it anyway',
  added: 'Added',
  failed: 'Add key',
}

/** What the person allowed for the panel being added. */
type Consent = { readonly allowsHttp?: true; readonly fingerprint?: Fingerprint }

type KeyFormProps = {
  onAdded: () => void
  /** Closes the dialog that it is in, which moves the focus itself and keeps the buttons in sight; null on a page. */
  onCancel: (() => void) | null
}

type EndProps = Pick<KeyFormProps, 'onCancel'> & {
  submit: string
  isBusy: boolean
  /** The servers that the test call found; null before it did. */
  found: readonly { readonly name: string }[] | null
}

/** The end of the form: what was found, and its buttons; in a dialog where those of every other one are. */
function KeyFormEnd({ submit, isBusy, found, onCancel }: EndProps) {
  const button = (
    <Button type="submit" look="go" aria-disabled={isBusy}>
      {submit}
    </Button>
  )
  return (
    <div className={styles.actions}>
      {onCancel === null && button}
      <span role="status" data-tone={found?.length === 0 ? 'busy' : 'ok'}>
        {found && foundWords(found.map(({ name }) => name))}
      </span>
      {onCancel !== null && (
        <>
          <Button onClick={onCancel}>Cancel</Button>
          {button}
        </>
      )}
    </div>
  )
}

/** Adds a key: one click makes the test call and, when it finds servers, saves. Used by first run and keys page. */
export function KeyForm({ onAdded, onCancel }: KeyFormProps) {
  const { bridge, view } = useClient()
  const [address, setAddress] = useState('')
  const [label, setLabel] = useState('')
  const [isTyped, setTyped] = useState(false)
  const [tried, setTried] = useState(false)
  const [step, setStep] = useState<AddStep>({ kind: 'idle' })
  const [found, setFound] = useState<Found | null>(null)
  const token = useToken()
  useCounted('forms', isTyped)
  /** What the person allowed for the typed address. */
  const consent = useRef<Consent>({})
  /** The person wants the key although it reaches no servers. */
  const anyway = useRef(false)
  const addressInput = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const isInDialog = onCancel !== null
  const panel = address.trim()
  const busy = step.kind === 'busy'

  const errorAt = (field: ReturnType<typeof fieldOf>) =>
    step.kind === 'failed' && fieldOf(step.error.code) === field ? step.error : null
  const focusField = (field: ReturnType<typeof fieldOf>) =>
    form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
  const fail = (error: AppError) => {
    setStep({ kind: 'failed', error })
    if (error.code === 'token-refused') token.clear()
    // A question focuses itself.
    if (askedBy(error) !== null) return
    focusField(fieldOf(error.code))
  }

  const startOver = () => {
    anyway.current = false
    setStep({ kind: 'idle' })
    setFound(null)
  }

  /** Checks the key, and saves it when it reaches servers or the person wants it anyway. The token is in no state. */
  const submit = async (): Promise<void> => {
    setTried(true)
    const secret = token.read()
    if (panel === '') focusField('address')
    if (busy || panel === '' || secret === null) return
    anyway.current ||= step.kind === 'empty'
    setStep({ kind: 'busy' })
    const input = { address: panel, token: secret, ...consent.current }
    const checked = await attempt(() => bridge.call('keys:check', input))
    if (!checked.ok) return fail(checked.error)
    setFound(checked.value)
    if (checked.value.servers.length === 0 && !anyway.current) return setStep({ kind: 'empty' })
    const name = label.trim() || hostOf(checked.value.baseUrl).slice(0, 60)
    const added = await attempt(() => bridge.call('keys:add', { ...input, label: name }))
    if (!added.ok) return fail(added.error)
    setStep({ kind: 'added' })
    token.clear()
    const done = addedWords(name, added.value.servers.length)
    onAdded()
    view.setState({ done, said: done })
  }

  const editAddress = (to: string) => {
    setAddress(to)
    consent.current = {}
    startOver()
  }

  const answer = async (given: Answer): Promise<void> => {
    if (given.kind === 'use-https') {
      editAddress(panel.replace(/^http:/i, 'https:'))
      return
    }
    if (given.kind === 'allow-memory') {
      const allowed = await attempt(() => bridge.call('vault:allowWeaker'))
      if (!allowed.ok) return setStep({ kind: 'failed', error: allowed.error })
    }
    if (given.kind === 'allow-http') consent.current = { ...consent.current, allowsHttp: true }
    if (given.kind === 'trust') consent.current = { ...consent.current, fingerprint: given.fingerprint }
    return submit()
  }

  const openPage = async () => {
    const result = await attempt(() => bridge.call('keys:openPage', { address: panel }))
    if (!result.ok) fail(result.error)
  }

  const formError = errorAt('form')
  return (
    <form
      ref={form}
      className={isInDialog ? formStyles.tall : formStyles.form}
      noValidate
      onInput={() => setTyped(true)}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className={styles.advice}>
        On the panel, create a key with <strong>Power</strong> and <strong>Console</strong>, and with more only for what
        you want to do here, such as backups. Limit it to the servers you restart and to your own address. Works with
        Pterodactyl, Pelican and other panels with the same client API.
      </p>
      <Field
        ref={addressInput}
        label="Panel address"
        name="address"
        mono
        autoFocus={!isInDialog}
        placeholder="panel.example.com"
        readOnly={busy}
        value={address}
        onChange={(event) => editAddress(event.target.value)}
        error={errorAt('address') ?? (tried && panel === '' ? noAddress : null)}
        help={addressHelp(panel, found?.baseUrl ?? null)}
      />
      <TokenField
        token={token}
        readOnly={busy}
        error={errorAt('token')}
        onEdit={startOver}
        help={
          <>
            The panel shows it once, in the window “Your API Key”.{' '}
            {panel !== '' && <LinkButton onClick={() => void openPage()}>Open the panel</LinkButton>}
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
      <FailureQuestion
        error={step.kind === 'failed' ? step.error : null}
        host={hostOf(panel)}
        mayEditAddress
        onAnswer={(given) => void answer(given)}
        finalFocus={step.kind === 'failed' && fieldOf(step.error.code) === 'address' ? addressInput : token.input}
      />
      {formError && <Notice tone="bad" message={formError.message} hint={formError.hint} />}
      <KeyFormEnd
        submit={busy && found ? 'Adding…' : addWord[step.kind]}
        isBusy={busy}
        found={found?.servers ?? null}
        onCancel={onCancel}
      />
    </form>
  )
}
