import { useState } from 'react'
import type { AppError } from '../../../shared/error-schema.ts'
import type { KeyView } from '../../../shared/keys/contract.ts'
import {
  isAll,
  type Permission,
  permissions,
  permissionText,
  readOnlyPermissions,
  ticked,
} from '../../../shared/keys/permission.ts'
import type { Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useOpenPanel } from '../../parts/servers/OpenPanel.tsx'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import dialogStyles from '../../ui/Dialogs.module.css'
import { Modal, Question } from '../../ui/Dialogs.tsx'
import fieldStyles from '../../ui/Field.module.css'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { hostOf } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import visually from '../../ui/visually.module.css'
import styles from './KeyDialogs.module.css'
import { fieldOf, isReadOnly, removalWords } from './messages.ts'
import { type Answer, allowFor, FailureQuestion } from './Questions.tsx'
import { TokenField, useToken } from './TokenField.tsx'

export type KeyDialogProps = {
  keyView: KeyView
  onClose: () => void
  /** Gets the focus when the dialog closes. */
  finalFocus: React.RefObject<HTMLElement | null>
}

/** Runs a dialog's call: calls `onDone` when it succeeds, otherwise returns its failure. */
function useCall(onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  return {
    busy,
    error,
    clear: () => setError(null),
    async run<T>(call: () => Promise<Result<T>>) {
      setBusy(true)
      setError(null)
      const result = await attempt(call)
      setBusy(false)
      if (result.ok) onDone()
      else setError(result.error)
    },
  }
}

export function ReplaceToken({ keyView, onClose, finalFocus }: KeyDialogProps) {
  const { bridge } = useClient()
  const token = useToken()
  const call = useCall(() => {
    token.clear()
    onClose()
  })
  const openPanel = useOpenPanel(keyView.panelId)
  const host = useAppState((state) => hostOf(state.panels[keyView.panelId]?.baseUrl ?? ''))
  /** Sends the token, after the person's consent where one was needed. */
  const submit = (answer?: Answer) => {
    const secret = token.read()
    if (secret === null || call.busy) return
    void call.run(async () => {
      const allowed = answer && (await allowFor(bridge, keyView.panelId, answer))
      return allowed?.ok === false ? allowed : bridge.call('keys:replaceToken', { keyId: keyView.id, token: secret })
    })
  }
  const inField = call.error !== null && fieldOf(call.error.code) === 'token'
  return (
    <Modal
      title={`Replace the token of ${keyView.label}`}
      lead={`The new token is tried first at ${host}. The key’s name and settings stay.`}
      onClose={onClose}
      initialFocus={token.input}
      finalFocus={finalFocus}
    >
      <Form onSubmit={() => submit()}>
        <TokenField
          token={token}
          readOnly={call.busy}
          error={inField ? call.error : null}
          onEdit={call.clear}
          help={
            <>
              The panel shows it once, in the window “Your API Key”. Delete the old key there afterwards.{' '}
              <LinkButton onClick={openPanel}>Open the panel</LinkButton>
            </>
          }
        />
        <FailureQuestion error={call.error} host={host} onAnswer={submit} finalFocus={token.input} />
        {call.error && !inField && <Notice tone="bad" message={call.error.message} hint={call.error.hint} />}
        <div className={dialogStyles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="go" aria-disabled={call.busy}>
            {call.busy ? 'Checking…' : 'Replace token'}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

export function RenameKey({ keyView, onClose, finalFocus }: KeyDialogProps) {
  const { bridge } = useClient()
  const [label, setLabel] = useState(keyView.label)
  const call = useCall(onClose)
  return (
    <Modal title={`Rename ${keyView.label}`} onClose={onClose} finalFocus={finalFocus}>
      <Form
        onSubmit={() => {
          if (label.trim() !== '')
            void call.run(() => bridge.call('keys:rename', { keyId: keyView.id, label: label.trim() }))
        }}
      >
        <Field
          label="Name for this key"
          maxLength={60}
          value={label}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setLabel(event.target.value)}
          error={call.error}
        />
        <div className={dialogStyles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="go" disabled={label.trim() === ''}>
            Rename
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

export function RemoveKey({ keyView, onClose, finalFocus }: KeyDialogProps) {
  const { bridge } = useClient()
  const call = useCall(onClose)
  return (
    <Question
      title={`Remove ${keyView.label}?`}
      text={removalWords(keyView.health)}
      yes="Remove"
      look="bad"
      onYes={() => void call.run(() => bridge.call('keys:remove', { keyId: keyView.id }))}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      {call.error && <Notice tone="bad" message={call.error.message} hint={call.error.hint} />}
    </Question>
  )
}

/** The form in which the owner says what a key may do: the panel's nine boxes with their shortcuts, or unknown. */
export function KeyPermissions({ keyView, onClose, finalFocus }: KeyDialogProps) {
  const { bridge } = useClient()
  const [held, setHeld] = useState<readonly Permission[] | null>(keyView.declared)
  const call = useCall(onClose)
  const shortcuts = [
    { name: 'All', value: permissions, on: held !== null && isAll(held) },
    { name: 'Read only', value: readOnlyPermissions, on: held !== null && isReadOnly(held) },
    { name: 'Unknown', value: null, on: held === null },
  ] as const
  const save = () =>
    call.run(() => bridge.call('keys:setPermissions', { keyId: keyView.id, permissions: held && [...held] }))
  return (
    <Modal
      title={`What ${keyView.label} may do`}
      lead="Tick what this key has on the panel, so that Servertray offers only what can work. Nothing changes on the panel."
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <Form
        onSubmit={() => {
          if (!call.busy) void save()
        }}
      >
        <fieldset className={styles.shortcuts}>
          <legend className={visually.hidden}>Shortcuts</legend>
          {shortcuts.map(({ name, value, on }) => (
            <Button key={name} aria-pressed={on} onClick={() => setHeld(value)}>
              {name}
            </Button>
          ))}
        </fieldset>
        <fieldset className={styles.boxes}>
          <legend className={visually.hidden}>Permissions</legend>
          {permissions.map((permission) => (
            <label key={permission} title={permissionText[permission].allows}>
              <input
                type="checkbox"
                checked={held?.includes(permission) ?? false}
                onChange={(event) => setHeld(ticked(held ?? [], permission, event.target.checked))}
              />
              {permissionText[permission].name}
            </label>
          ))}
        </fieldset>
        <p className={fieldStyles.help}>
          {held === null
            ? 'Unknown: every action is offered, and Servertray remembers what worked for a day.'
            : 'If the panel disagrees, Servertray believes the panel.'}
        </p>
        {call.error && <Notice tone="bad" message={call.error.message} hint={call.error.hint} />}
        <div className={dialogStyles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="go" aria-disabled={call.busy}>
            Save
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
