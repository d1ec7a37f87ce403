import { useState } from 'react'
import type { AppError } from '../../../shared/error-schema.ts'
import { whyHeld } from '../../../shared/model/describe-server.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { capitalised } from '../../../shared/model/text.ts'
import type { ServerUser, ServerUsers } from '../../../shared/users/contract.ts'
import styles from '../../parts/area/Area.module.css'
import { AreaContent } from '../../parts/area/AreaContent.tsx'
import { AreaFact, AreaHead } from '../../parts/area/AreaHead.tsx'
import { AreaRows } from '../../parts/area/AreaRows.tsx'
import { type AreaNews, AreaSlot } from '../../parts/area/AreaSlot.tsx'
import { asOf, newsOfAct, notReadAgain, whyDenied } from '../../parts/area/area-words.ts'
import { useActs } from '../../parts/area/use-acts.ts'
import { useClient, useNow, useServerNames } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { useKeepFocus } from '../../ui/focus.ts'
import { UserDialog } from './UserDialog.tsx'
import { UserRow } from './UserRow.tsx'
import { useUsers } from './use-users.ts'
import { factTexts } from './user-words.ts'

const columns = [
  { name: 'E-mail' },
  { name: 'What they may do', holds: 'state' },
  { name: 'Second factor', holds: 'amount' },
  { name: 'Let in', holds: 'time' },
  { name: 'Actions', holds: 'menu' },
] as const

/** What is asked in a dialog: somebody new, a change, or a removal. */
type Asked = { readonly kind: 'new' } | { readonly kind: 'edit' | 'remove'; readonly user: ServerUser }

type ListProps = { list: ServerUsers; held: string | null; onAsk: (asked: Asked) => void }

function List({ list, held, onAsk }: ListProps) {
  return (
    <>
      {list.users.length === 0 ? (
        <Empty
          title="Nobody else was let in"
          text="Invite somebody to let them use this server with an account of their own, and only for what you choose."
        />
      ) : (
        <AreaRows label="Users" columns={columns}>
          {list.users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              list={list}
              held={held}
              onEdit={() => onAsk({ kind: 'edit', user })}
              onRemove={() => onAsk({ kind: 'remove', user })}
            />
          ))}
        </AreaRows>
      )}
      {list.leftOut > 0 && <p className={styles.foot}>{list.leftOut} more could not be read.</p>}
      <p className={styles.foot}>The owner of the server is not listed, and may do everything.</p>
    </>
  )
}

/** Those who were let in to a server, read from its panel while they are looked at. */
export function UsersArea({ server }: { server: ServerView }) {
  const { call } = useClient().bridge
  const { ref } = server
  const nameOf = useServerNames()
  const list = useUsers(ref)
  const acts = useActs(list.again)
  const now = useNow(15_000)
  const [asked, setAsked] = useState<Asked | null>(null)
  const focus = useKeepFocus<HTMLDivElement>()
  const held = whyHeld(server)
  const inviteStop = whyDenied('create', list.value?.denied ?? []) ?? held
  const canInvite = list.value !== null && inviteStop === null
  const close = () => setAsked(null)
  const done = () => {
    close()
    acts.clear()
    list.again()
  }
  /** No answer says whether it was done: the form is closed, so that nothing is sent twice from it. */
  const lost = (what: string, error: AppError) => {
    done()
    acts.lost(what, error)
  }

  function remove({ id, email }: ServerUser): void {
    close()
    acts.act(id, `Removing ${email}`, () => call('users:remove', { ref, id }))
  }

  function news(): AreaNews | null {
    if (acts.failed !== null) return newsOfAct(acts.failed, list.again, acts.clear)
    return notReadAgain('The list', list)
  }

  const [number, ...more] = factTexts(list.value?.users ?? [])
  const age = asOf(list.at, list.error !== null, now)
  return (
    <div className={styles.area} tabIndex={-1} {...focus}>
      <AreaHead fact={list.value !== null && <AreaFact first={number} more={[...more, age]} />}>
        <Button
          look="go"
          aria-disabled={!canInvite}
          title={inviteStop === null ? undefined : `${capitalised(inviteStop)}.`}
          onClick={() => canInvite && setAsked({ kind: 'new' })}
        >
          Invite…
        </Button>
      </AreaHead>
      <AreaSlot news={news()} />
      <AreaContent label="Users" asked={list}>
        {(value) => <List list={value} held={held} onAsk={setAsked} />}
      </AreaContent>
      {list.value !== null && (asked?.kind === 'new' || asked?.kind === 'edit') && (
        <UserDialog
          serverRef={ref}
          list={list.value}
          user={asked.kind === 'edit' ? asked.user : null}
          onDone={done}
          onLost={lost}
          onRefused={list.again}
          onClose={close}
        />
      )}
      {asked?.kind === 'remove' && (
        <Question
          title={`Remove ${asked.user.email} from ${nameOf(ref)}?`}
          text="What they have open ends at once, file transfers too. Their account on the panel stays."
          yes="Remove"
          look="bad"
          onYes={() => remove(asked.user)}
          onClose={close}
        />
      )}
    </div>
  )
}
