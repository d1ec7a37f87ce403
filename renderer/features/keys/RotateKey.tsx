import { useState } from 'react'
import type { RotationEnd } from '../../../shared/model/account.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import dialogStyles from '../../ui/Dialogs.module.css'
import { Modal } from '../../ui/Dialogs.tsx'
import { Form } from '../../ui/Form.tsx'
import { hostOf } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { type KeyDialogProps, useCall } from './use-call.ts'

const ends: Readonly<Record<RotationEnd, { readonly message: string; readonly hint: string }>> = {
  rotated: { message: 'The key has a new token, and the old one no longer works.', hint: '' },
  unfinished: {
    message: 'The rotation is not finished: the panel may have one key too many.',
    hint: 'The key here works. Servertray goes on by itself, also after a restart, and tells you until it is done.',
  },
}

/** Gives a key a new token through its panel: the old one ends once the new one is stored. */
export function RotateKey({ keyView, onClose, finalFocus }: KeyDialogProps) {
  const { call } = useClient().bridge
  const [end, setEnd] = useState<RotationEnd | null>(null)
  const rotating = useCall(() => {})
  const host = useAppState((state) => hostOf(state.panels[keyView.panelId]?.baseUrl ?? ''))
  const rotate = () =>
    void rotating.run(async () => {
      const result = await call['accounts:rotate']({ keyId: keyView.id })
      if (result.ok) setEnd(result.value.end)
      return result
    })
  const told = rotating.error && toldOf(rotating.error)
  return (
    <Modal title={`Rotate the token of ${keyView.label}`} onClose={onClose} finalFocus={finalFocus}>
      <Form
        onSubmit={() => {
          if (end !== null) onClose()
          else if (!rotating.busy) rotate()
        }}
      >
        {end === null && (
          <p>
            {host} makes a new key with the same allowed addresses. Servertray tries it out, stores its token, and only
            then deletes the old key. Other programs that use the old token stop working.
          </p>
        )}
        <div role="status">{end !== null && <Notice tone={end === 'rotated' ? 'calm' : 'busy'} {...ends[end]} />}</div>
        <div role="alert">{told && <Notice tone="bad" message={told.message} hint={told.hint} />}</div>
        <div className={dialogStyles.actions}>
          {end === null && <Button onClick={onClose}>Cancel</Button>}
          <Button type="submit" look="go" aria-disabled={rotating.busy}>
            {end !== null ? 'Close' : rotating.busy ? 'Rotating…' : 'Rotate'}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
