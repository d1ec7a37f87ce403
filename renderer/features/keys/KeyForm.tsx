import { useRef, useState } from 'react'
import { ok, type Result } from '../../../shared/result.ts'
import { useClient, useCounted } from '../../state/hooks.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { hostOf } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useIsHere, useTask } from '../../ui/use-task.ts'
import styles from './KeyForm.module.css'
import { addedWords, addressHelp, fieldOf, foundWords, type KeyField, noAddress } from './messages.ts'
import { type Answer, type Consent, FailureQuestion } from './Questions.tsx'
import { TokenField, useToken } from './TokenField.tsx'

/** What the test call found. */
type Found = { readonly baseUrl: string; readonly servers: readonly { readonly name: string }[] }

/** What is typed, and what of the consent goes with it. */
type KeyInput = Omit<Consent, 'memory'> & { readonly address: string; readonly token: string }

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
    <div className={styles.actions} data-flex="" data-wrap data-text="small">
      {onCancel === null && button}
      <span role="status" data-fill data-tone={found?.length === 0 ? 'busy' : 'ok'}>
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

/**
 * Adds a key: one click makes the test call and, when it finds servers, saves; one that reaches none is saved at a second
 * click. Used by first run and keys page.
 */
export function KeyForm({ onAdded, onCancel }: KeyFormProps) {
  const { bridge, view } = useClient()
  const { call } = bridge
  const [address, setAddress] = useState('')
  const [label, setLabel] = useState('')
  const [isTyped, setTyped] = useState(false)
  const [isTried, setTried] = useState(false)
  const [found, setFound] = useState<Found | null>(null)
  const token = useToken()
  useCounted('forms', isTyped)
  /** What the person allowed for the typed address, or chose in its place. */
  const consent = useRef<Consent & { readonly address?: string }>({})
  const addressInput = useRef<HTMLInputElement>(null)
  const isHere = useIsHere()
  const panel = address.trim()
  const isEmpty = found?.servers.length === 0

  async function save(input: KeyInput, { baseUrl }: Found): Promise<Result<string>> {
    const name = label.trim() || hostOf(baseUrl).slice(0, 60)
    const added = await call('keys:add', { ...input, label: name })
    if (!added.ok) return added
    token.clear()
    const done = addedWords(name, added.value.servers.length)
    onAdded()
    view.setState({ done, said: done })
    return ok('Added')
  }

  /** The token is in no state: it is read from its field each time. */
  const add = useTask(async () => {
    const { memory, ...allowed } = consent.current
    const kept = memory ? await call('vault:allowWeaker') : ok()
    if (!kept.ok) return kept
    const input = { address: panel, token: token.read() ?? '', ...allowed }
    const checked = await call('keys:check', input)
    if (!checked.ok) {
      if (checked.error.code === 'token-refused') token.clear()
      return checked
    }
    // Cancelled meanwhile.
    if (!isHere.current) return ok(null)
    setFound(checked.value)
    return checked.value.servers.length === 0 && !isEmpty ? ok(null) : save(input, checked.value)
  })
  const page = useTask(async () => {
    const opened = await call('keys:openPage', { address: panel })
    return opened.ok ? ok(null) : opened
  })
  const { busy } = add
  const error = page.error ?? add.error
  const errorAt = (field: KeyField) => (error !== null && fieldOf(error.code) === field ? error : null)
  const formError = errorAt('form')

  function startOver(): void {
    setTyped(true)
    setFound(null)
    add.clear()
    page.clear()
  }

  function submit(): void {
    setTried(true)
    page.clear()
    const isWhole = token.read() !== null
    if (panel === '') addressInput.current?.focus()
    else if (isWhole) add.start()
  }

  function editAddress(to: string): void {
    setAddress(to)
    consent.current = {}
    startOver()
  }

  function onAnswer({ scheme, ...allowed }: Answer) {
    if (scheme === 'https') return editAddress(panel.replace(/^http:/i, 'https:'))
    const http = `http://${panel}`
    if (scheme === 'http') setAddress(http)
    consent.current = { ...consent.current, ...allowed, ...(scheme === 'http' && { address: http }) }
    submit()
  }

  function buttonWord(): string {
    if (busy) return found === null ? 'Checking…' : 'Adding…'
    return add.done ?? (isEmpty && add.error === null ? 'Add it anyway' : 'Add key')
  }

  return (
    <Form isTall={onCancel !== null} onSubmit={submit}>
      <p className={styles.advice} data-text="note">
        On the panel, create a key, limited to your own address. Works with Pterodactyl and Pelican, where a key can do
        what your account can, and with other panels with the same client API. Where keys have permissions, choose{' '}
        <strong>Power</strong> and <strong>Console</strong>, more only for what you want to do here, such as backups,
        and only the servers you restart.
      </p>
      <Field
        ref={addressInput}
        label="Panel address"
        name="address"
        mono
        autoFocus={onCancel === null}
        placeholder="panel.example.com"
        readOnly={busy}
        value={address}
        onChange={(event) => editAddress(event.target.value)}
        error={errorAt('address') ?? (isTried && panel === '' ? noAddress : null)}
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
            {panel !== '' && <LinkButton onClick={page.start}>Open the panel</LinkButton>}
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
        onChange={(event) => {
          setTyped(true)
          setLabel(event.target.value)
        }}
        error={errorAt('label')}
      />
      <FailureQuestion
        error={error}
        host={hostOf(panel)}
        mayEditAddress
        onAnswer={onAnswer}
        finalFocus={errorAt('address') ? addressInput : token.input}
      />
      {formError && <Notice tone="bad" message={formError.message} hint={formError.hint} />}
      <KeyFormEnd submit={buttonWord()} isBusy={busy} found={found?.servers ?? null} onCancel={onCancel} />
    </Form>
  )
}
