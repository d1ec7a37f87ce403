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
import { toldOf } from '../../parts/area/area-words.ts'
import { Meanwhile } from '../../parts/area/Meanwhile.tsx'
import { useSeen } from '../../parts/area/use-seen.ts'
import { Modal } from '../../ui/Dialogs.tsx'
import fieldStyles from '../../ui/Field.module.css'
import { Field } from '../../ui/Field.tsx'
import { Form, FormEnd } from '../../ui/Form.tsx'
import { count } from '../../ui/format.ts'
import { Pills } from '../../ui/Pills.tsx'
import { useTask } from '../../ui/use-task.ts'
import { PermissionTicks } from './PermissionTicks.tsx'
import { listText, userDifferences } from './user-words.ts'

type Choice = UserPresetId | 'own'

const choices: readonly { readonly value: Choice; readonly label: string }[] = [
  ...userPresets.map(({ id, label }) => ({ value: id, label })),
  { value: 'own', label: 'As ticked' },
]

const email = /^[^\s@]+@[^\s@]+$/

/** What is wrong with an e-mail address; null where nothing is. */
function emailProblem(typed: string, { users }: Pick<ServerUsers, 'users'>): { message: string; hint: string } | null {
  if (!email.test(typed)) return { message: 'Type an e-mail address.', hint: '' }
  const isThere = users.some((user) => user.email.toLowerCase() === typed.toLowerCase())
  return isThere ? { message: 'This person already has access.', hint: 'Change their permissions in the list.' } : null
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
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const { seen, isOld, onMeanwhile, onTaken } = useSeen<readonly string[]>(user?.permissions ?? [])
  const [offeredFor] = useState(user?.permissions ?? [])
  const groups = permissionGroups(known, [...offeredFor, ...seen])
  const offered = namesIn(groups)
  const givable = (names: readonly string[]) => names.filter((name) => mayGive(own, name))
  const [held, setHeld] = useState<readonly string[]>(
    user?.permissions ?? givable(permissionsOfPreset('moderator', offered)),
  )
  const address = typed.trim()
  const problem = user === null ? emailProblem(address, list) : null
  const lacked = held.filter((name) => !mayGive(own, name))
  const isSame = user !== null && areSamePermissions(held, seen)

  const save = useTask(() => send({ email: address, seen: [...seen], permissions: [...held] }, onMeanwhile))
  const stop = lacked.length === 0 ? null : `Clear what your account lacks first: ${listText(lacked)}.`
  return (
    <Modal
      title={user === null ? 'Invite somebody' : `What ${user.email} may do`}
      lead="They use the server with an account of their own on the panel."
      wide
      onClose={onClose}
    >
      <Form
        isTall
        onSubmit={() => {
          setTried(true)
          if (problem !== null || stop !== null) return
          if (isSame) onClose()
          else save.start()
        }}
      >
        {user === null && (
          <Field
            label="E-mail"
            type="email"
            maxLength={maxEmailLength}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={isTried ? problem : null}
            help={newAccount}
          />
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
          isDisabled={save.busy || stop !== null}
          stop={stop}
          error={save.error && toldOf(save.error)}
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
