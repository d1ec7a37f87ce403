import { useState } from 'react'
import { useOpenPanel } from '../../parts/servers/OpenPanel.tsx'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import dialogStyles from '../../ui/Dialogs.module.css'
import { Modal, Question } from '../../ui/Dialogs.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { hostOf } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { type Answer, allowFor } from './consent.ts'
import { fieldOf, removalWords } from './messages.ts'
import { FailureQuestion } from './Questions.tsx'
import { TokenField, useToken } from './TokenField.tsx'
import { type KeyDialogProps, useCall } from './use-call.ts'

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
