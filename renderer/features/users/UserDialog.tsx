import { useState } from 'react'
import type { ServerUser, ServerUsers } from '../../../shared/users/contract.ts'
import {
  mayGive,
  namesIn,
  permissionGroups,
  permissionsOfPreset,
  presetOf,
  type UserPreset,
  userPresets,
} from '../../../shared/users/permissions.ts'
import { maxEmailLength } from '../../../shared/users/users.ts'
import { EditDialog, type EditWays, useEdit } from '../../parts/area/EditDialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { count } from '../../ui/format.ts'
import { Pills } from '../../ui/Pills.tsx'
import { PermissionTicks } from './PermissionTicks.tsx'
import { listText, userDifferences } from './user-words.ts'

type Choice = UserPreset | 'own'

const choices: readonly { readonly value: Choice; readonly label: string }[] = [
  ...userPresets.map((value) => ({ value, label: value === 'Moderator' ? 'Moderator: console and power' : value })),
  { value: 'own', label: 'As ticked' },
]

const email = /^[^\s@]+@[^\s@]+$/

/** What is wrong with an e-mail address, in a sentence; null where nothing is. */
function wrongEmail(typed: string, { users }: Pick<ServerUsers, 'users'>): string | null {
  if (!email.test(typed)) return 'Type an e-mail address.'
  const isThere = users.some((user) => user.email.toLowerCase() === typed.toLowerCase())
  return isThere ? 'This person already has access. Change their permissions in the list.' : null
}

/** True for an address whose domain has no dot: panels take it, make an account for it, and its mail goes nowhere. */
const isDoubtful = (address: string) => !/@.*[^.]\.[^.]+$/.test(address)

const newAccount = 'If the panel has no account with this address, it makes one and sends an e-mail about it.'

/** How many permissions are ticked, what everybody has anyway, and what can't be given. */
function sumText(held: readonly string[], offered: readonly string[], own: ServerUsers['own']): string {
  const sum = `${held.length} of ${count(offered.length, 'permission')}. Everybody who was let in may look at the console.`
  const isLimited = offered.some((name) => !mayGive(own, name))
  return isLimited ? `${sum} You can give only what your own account may do.` : sum
}

/** The e-mail address of somebody new, and what is ticked. */
type UserEdit = { readonly email: string; readonly held: readonly string[] }
type Seen = Pick<ServerUser, 'permissions'>

/** `seen` is what the user might do as the person looked. */
type UserDialogProps = EditWays<Seen, UserEdit> & {
  list: ServerUsers
  /** Null for somebody new. */
  user: ServerUser | null
}

/** The form that lets somebody in, or changes what they may. */
export function UserDialog({ list, user, ...ways }: UserDialogProps) {
  const { own, known } = list
  const givable = (names: readonly string[]) => names.filter((name) => mayGive(own, name))
  const offeredFor = (held: readonly string[]) => permissionGroups(known, [...(user?.permissions ?? []), ...held])
  const moderator = () => givable(permissionsOfPreset('Moderator', namesIn(offeredFor([]))))
  const form = useEdit({
    ...ways,
    of: { permissions: user?.permissions ?? [] },
    edit: { email: '', held: user?.permissions ?? moderator() },
    editOf: ({ permissions }): UserEdit => ({ email: '', held: permissions }),
    send: (edit, seen) => ways.send({ ...edit, email: edit.email.trim() }, seen),
  })
  const { held, email } = form.edit
  const setHeld = (held: readonly string[]) => form.set({ held })
  const groups = offeredFor(form.seen.permissions)
  const offered = namesIn(groups)
  const lacked = held.filter((name) => !mayGive(own, name))
  const typed = email.trim()
  /** The address of which it was asked whether it is whole, before an invitation goes there. */
  const [asked, setAsked] = useState<string | null>(null)
  const isAsked = asked === typed
  const start = () => {
    if (user === null && isDoubtful(typed) && !isAsked) setAsked(typed)
    else form.start()
  }
  const invite = isAsked ? 'Invite anyway' : 'Invite'
  return (
    <EditDialog
      title={user === null ? 'Invite somebody' : `What ${user.email} may do`}
      lead="They use the server with an account of their own on the panel."
      wide
      what="user"
      form={{ ...form, start }}
      submit={user === null ? invite : 'Save'}
      stop={lacked.length === 0 ? null : `Clear what your account lacks first: ${listText(lacked)}.`}
      differences={(seen) => userDifferences(seen.permissions, held)}
    >
      {user === null && (
        <Field
          label="E-mail"
          type="email"
          maxLength={maxEmailLength}
          value={email}
          onChange={(event) => form.set({ email: event.target.value })}
          fault={wrongEmail(typed, list)}
          error={isAsked ? { message: `Is “${typed}” the whole address?`, hint: '' } : null}
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
      <p data-text="faint">{sumText(held, offered, own)}</p>
      <PermissionTicks groups={groups} held={held} own={own} onChange={setHeld} />
    </EditDialog>
  )
}
