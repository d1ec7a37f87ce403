import { useState } from 'react'
import type { Result } from '../../../shared/result.ts'
import type { ServerUser, ServerUsers } from '../../../shared/users/contract.ts'
import {
  areSamePermissions,
  mayGive,
  namesIn,
  permissionGroups,
  permissionsOfPreset,
  presetOf,
  type UserPresetId,
  userPresets,
} from '../../../shared/users/permissions.ts'
import { maxEmailLength } from '../../../shared/users/users.ts'
import { Meanwhile } from '../../parts/area/Meanwhile.tsx'
import { useForm } from '../../parts/area/use-form.ts'
import { useSeen } from '../../parts/area/use-seen.ts'
import { Modal } from '../../ui/Dialogs.tsx'
import fieldStyles from '../../ui/Field.module.css'
import { Field } from '../../ui/Field.tsx'
import { Form, FormEnd } from '../../ui/Form.tsx'
import { count } from '../../ui/format.ts'
import { Pills } from '../../ui/Pills.tsx'
import { PermissionTicks } from './PermissionTicks.tsx'
import { listText, userDifferences } from './user-words.ts'

type Choice = UserPresetId | 'own'

const choices: readonly { readonly value: Choice; readonly label: string }[] = [
  ...userPresets.map(({ id, label }) => ({ value: id, label })),
  { value: 'own', label: 'As ticked' },
]

const email = /^[^\s@]+@[^\s@]+$/

/** What is wrong with an e-mail address, in a sentence; null where nothing is. */
function wrongEmail(typed: string, { users }: Pick<ServerUsers, 'users'>): string | null {
  if (!email.test(typed)) return 'Type an e-mail address.'
  const isThere = users.some((user) => user.email.toLowerCase() === typed.toLowerCase())
  return isThere ? 'This person already has access. Change their permissions in the list.' : null
}

const newAccount = 'If the panel has no account with this address, it makes one and sends an e-mail about it.'

/** How many permissions are ticked, what everybody has anyway, and what can't be given. */
function sumText(held: readonly string[], offered: readonly string[], own: ServerUsers['own']): string {
  const sum = `${held.length} of ${count(offered.length, 'permission')}. Everybody who was let in may look at the console.`
  const isLimited = offered.some((name) => !mayGive(own, name))
  return isLimited ? `${sum} You can give only what your own account may do.` : sum
}

/** What is sent; `seen` is what the user might do as the person looked. */
type UserEdit = { readonly email: string; readonly seen: string[]; readonly permissions: string[] }

type UserDialogProps = {
  list: ServerUsers
  /** Null for somebody new. */
  user: ServerUser | null
  /** `onMeanwhile` is told what somebody else let the user do since they were looked at. */
  send: (edit: UserEdit, onMeanwhile: (permissions: readonly string[]) => void) => Promise<Result<null>>
  onClose: () => void
}

/** The form that lets somebody in, or changes what they may. */
export function UserDialog({ list, user, send, onClose }: UserDialogProps) {
  const { own, known } = list
  const { seen, isOld, onMeanwhile, onTaken } = useSeen<readonly string[]>(user?.permissions ?? [])
  const [offeredFor] = useState(user?.permissions ?? [])
  const groups = permissionGroups(known, [...offeredFor, ...seen])
  const offered = namesIn(groups)
  const givable = (names: readonly string[]) => names.filter((name) => mayGive(own, name))
  const [held, setHeld] = useState<readonly string[]>(
    user?.permissions ?? givable(permissionsOfPreset('moderator', offered)),
  )
  const lacked = held.filter((name) => !mayGive(own, name))
  const { input, submit, busy, error } = useForm({
    first: { email: '' },
    faults: ({ email }) => ({ email: user === null ? wrongEmail(email, list) : null }),
    refusedField: () => null,
    async send({ email }) {
      if (user === null || !areSamePermissions(held, seen))
        return send({ email, seen: [...seen], permissions: [...held] }, onMeanwhile)
      onClose()
      return { ok: true, value: null }
    },
  })
  const stop = lacked.length === 0 ? null : `Clear what your account lacks first: ${listText(lacked)}.`
  return (
    <Modal
      title={user === null ? 'Invite somebody' : `What ${user.email} may do`}
      lead="They use the server with an account of their own on the panel."
      wide
      onClose={onClose}
    >
      <Form isTall onSubmit={() => stop === null && submit()}>
        {user === null && (
          <Field label="E-mail" type="email" maxLength={maxEmailLength} {...input('email')} help={newAccount} />
        )}
        <Pills<Choice>
          legend="They may"
          options={choices}
          value={presetOf(held, givable(offered)) ?? 'own'}
          onChange={(choice) => {
            if (choice !== 'own') setHeld(givable(permissionsOfPreset(choice, offered)))
          }}
        />
        <p className={fieldStyles.help}>{sumText(held, offered, own)}</p>
        <PermissionTicks groups={groups} held={held} own={own} onChange={setHeld} />
        <FormEnd
          submit={user === null ? 'Invite' : 'Save'}
          isDisabled={busy || stop !== null}
          stop={stop}
          error={error}
          onCancel={onClose}
        >
          {isOld && (
            <Meanwhile
              what="user"
              differences={userDifferences(seen, held)}
              onTheirs={() => {
                setHeld(seen)
                onTaken()
              }}
            />
          )}
        </FormEnd>
      </Form>
    </Modal>
  )
}
