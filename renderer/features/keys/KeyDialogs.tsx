import { useRef, useState } from 'react'
import type { KeyView } from '../../../shared/keys/contract.ts'
import {
  isAll,
  type Permission,
  permissions,
  permissionText,
  readOnlyPermissions,
  ticked,
} from '../../../shared/keys/permission.ts'
import { RenameDialog } from '../../parts/area/RenameDialog.tsx'
import { useOpenPanel } from '../../parts/servers/OpenPanel.tsx'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Choices, Tick } from '../../ui/Choice.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { hostOf } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { closing, useTask } from '../../ui/use-task.ts'
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

export function ReplaceToken({ keyView, onClose, finalFocus }: KeyDialogProps) {
  const { bridge } = useClient()
  const token = useToken()
  const consent = useRef<Answer>(undefined)
  const call = useTask(async () => {
    const allowed = consent.current && (await allowFor(bridge, keyView.panelId, consent.current))
    if (allowed?.ok === false) return allowed
    return closing(bridge.call('keys:replaceToken', { keyId: keyView.id, token: token.read() ?? '' }), () => {
      token.clear()
      onClose()
    })
  })
  const openPanel = useOpenPanel(keyView.panelId)
  const host = useAppState((state) => hostOf(state.panels[keyView.panelId]?.baseUrl ?? ''))
  /** Sends the token, after the person's consent where one was needed. */
  const submit = (answer?: Answer) => {
    if (token.read() === null || call.busy) return
    consent.current = answer
    call.start()
  }
  const inField = call.error !== null && fieldOf(call.error.code) === 'token'
  return (
    <FormDialog
      title={`Replace the token of ${keyView.label}`}
      lead={`The new token is tried first at ${host}. The key’s name and settings stay.`}
      submit={call.busy ? 'Checking…' : 'Replace token'}
      task={{ ...call, start: () => submit() }}
      error={inField ? null : call.error}
      onClose={onClose}
      initialFocus={token.input}
      finalFocus={finalFocus}
    >
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
      <FailureQuestion
        error={call.error}
        host={host}
        mayEditAddress={false}
        onAnswer={submit}
        finalFocus={token.input}
      />
    </FormDialog>
  )
}

export function RenameKey({ keyView, onClose, finalFocus }: KeyDialogProps) {
  const { bridge } = useClient()
  return (
    <RenameDialog
      title={`Rename ${keyView.label}`}
      label="Name for this key"
      maxLength={60}
      name={keyView.label}
      rename={(label) => closing(bridge.call('keys:rename', { keyId: keyView.id, label }), onClose)}
      onClose={onClose}
      finalFocus={finalFocus}
    />
  )
}

export function RemoveKey({ keyView, onClose, finalFocus }: KeyDialogProps) {
  const { bridge } = useClient()
  const call = useTask(() => closing(bridge.call('keys:remove', { keyId: keyView.id }), onClose))
  return (
    <Question
      title={`Remove ${keyView.label}?`}
      text={removalWords(keyView.health)}
      yes="Remove"
      look="bad"
      onYes={call.start}
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
  const save = useTask(() =>
    closing(bridge.call('keys:setPermissions', { keyId: keyView.id, permissions: held && [...held] }), onClose),
  )
  const shortcuts = [
    { name: 'All', value: permissions, on: held !== null && isAll(held) },
    { name: 'Read only', value: readOnlyPermissions, on: held !== null && isReadOnly(held) },
    { name: 'Unknown', value: null, on: held === null },
  ] as const
  return (
    <FormDialog
      title={`What ${keyView.label} may do`}
      lead="Tick what this key has on the panel, so that Servertray offers only what can work. Nothing changes on the panel."
      submit="Save"
      task={save}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <fieldset data-flex="gap">
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
          <Tick
            key={permission}
            label={permissionText[permission].name}
            title={permissionText[permission].allows}
            checked={held?.includes(permission) ?? false}
            onChange={(on) => setHeld(ticked(held ?? [], permission, on))}
          />
        ))}
      </fieldset>
      <p data-text="faint">
        {held === null
          ? 'Unknown: every action is offered, and Servertray remembers what worked for a day.'
          : 'If the panel disagrees, Servertray believes the panel.'}
      </p>
    </FormDialog>
  )
}

const listChoices = [
  { value: false, name: 'Its own servers', text: 'What its account owns or was invited to.' },
  { value: true, name: 'All servers of the panel', text: 'Only for administrators of the panel.' },
]

/** The form in which an administrator has a key list the servers of others too. */
export function KeyServers({ keyView, onClose, finalFocus }: KeyDialogProps) {
  const { bridge } = useClient()
  const [listsAll, setListsAll] = useState(keyView.listsAll ?? false)
  const save = useTask(() => closing(bridge.call('keys:setListsAll', { keyId: keyView.id, listsAll }), onClose))
  return (
    <FormDialog
      title={`Which servers ${keyView.label} lists`}
      lead="The list is tried first. Nothing changes on the panel."
      submit={save.busy ? 'Trying…' : 'Save'}
      task={save}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <Choices label="Servers" options={listChoices} value={listsAll} onChange={setListsAll} />
    </FormDialog>
  )
}
