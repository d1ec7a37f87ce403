import { useState } from 'react'
import { whyHeld } from '../../../shared/model/describe-server.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { capitalised } from '../../../shared/model/text.ts'
import type { AllocationsOfServer, ServerAllocation } from '../../../shared/network/contract.ts'
import { hasStartedSince } from '../../../shared/network/waiting-change.ts'
import { lookAgainStep } from '../../parts/again.ts'
import styles from '../../parts/area/Area.module.css'
import { AreaContent } from '../../parts/area/AreaContent.tsx'
import { AreaFact, AreaHead } from '../../parts/area/AreaHead.tsx'
import { AreaRows } from '../../parts/area/AreaRows.tsx'
import { type AreaNews, AreaSlot } from '../../parts/area/AreaSlot.tsx'
import { asOf, failed, newsOfAct, notReadAgain } from '../../parts/area/area-words.ts'
import { useActs } from '../../parts/area/use-acts.ts'
import { useRestartStep } from '../../parts/servers/use-restart-step.ts'
import { useClient, useNow, useServerNames } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { useKeepFocus } from '../../ui/focus.ts'
import { AllocationRow } from './AllocationRow.tsx'
import { NoteField } from './NoteField.tsx'
import { atNextStart, countText, primaryText, sinceText, whyNotAdd, whyNotAllocation } from './network-words.ts'
import { useAdding } from './use-adding.ts'
import { useAllocations } from './use-allocations.ts'
import { useNotes } from './use-notes.ts'

const columns = [{ name: 'Address' }, { name: 'Note' }, { name: 'Actions', holds: 'menu' }] as const

type Asked = { readonly kind: 'primary' | 'remove'; readonly allocation: ServerAllocation }

type ListProps = {
  list: AllocationsOfServer
  held: string | null
  notes: ReturnType<typeof useNotes>
  onAsk: (asked: Asked) => void
}

function List({ list, held, notes, onAsk }: ListProps) {
  return (
    <>
      {list.allocations.length === 0 ? (
        <Empty
          title="No address"
          text={`Without one nobody can join this server. ${whyNotAdd(list, held) === null ? 'Add one, or ask its host.' : 'Ask its host for one.'}`}
        />
      ) : (
        <AreaRows label="Network" columns={columns}>
          {list.allocations.map((one) => (
            <AllocationRow
              key={one.id}
              allocation={one}
              list={list}
              held={held}
              onAsk={(kind, allocation) => onAsk({ kind, allocation })}
            >
              <NoteField
                address={one.address}
                notes={one.notes}
                edit={notes.editOf(one.id)}
                why={whyNotAllocation(one, 'note', list, held)}
                onType={(text) => notes.type(one.id, text)}
                onSave={(by) => notes.save(one, by)}
                onDiscard={() => notes.discard(one.id)}
              />
            </AllocationRow>
          ))}
        </AreaRows>
      )}
      {list.leftOut > 0 && <p className={styles.foot}>{list.leftOut} more could not be read.</p>}
      {list.limit === 0 && <p className={styles.foot}>Its host lets nobody add or remove addresses here.</p>}
    </>
  )
}

/** The addresses of a server, read from its panel while they are looked at. */
export function NetworkArea({ server }: { server: ServerView }) {
  const { call } = useClient().bridge
  const { ref } = server
  const nameOf = useServerNames()
  const list = useAllocations(ref)
  const notes = useNotes(ref, list)
  const { adding, add, dismiss } = useAdding(ref, list)
  const acts = useActs(list.again)
  const { step } = useRestartStep(server)
  const now = useNow(15_000)
  const [asked, setAsked] = useState<Asked | null>(null)
  const focus = useKeepFocus<HTMLDivElement>()
  const waiting = list.value?.waiting ?? null
  const isWaiting = waiting !== null && !hasStartedSince(waiting, server)
  const held = whyHeld(server)
  const why = list.value && whyNotAdd(list.value, held)
  const canAdd = list.value !== null && why === null && adding.kind !== 'adding'
  const close = () => setAsked(null)

  function act({ kind, allocation: { id, address } }: Asked): void {
    close()
    dismiss()
    if (kind === 'remove') acts.act(String(id), `Removing ${address}`, () => call('allocations:remove', { ref, id }))
    else acts.act(String(id), `Making ${address} primary`, () => call('allocations:makePrimary', { ref, id }))
  }

  function begin(): void {
    if (!canAdd) return
    acts.clear()
    add()
  }

  function newsOfAdding(): AreaNews | null {
    if (adding.kind === 'failed') return { ...failed('No address was added.', adding.error), onDismiss: dismiss }
    if (adding.kind === 'unsure') {
      const hint = sinceText(adding.seen, list.at >= adding.at ? (list.value?.allocations ?? null) : null)
      const message = `It is not known whether an address was added. ${adding.error.message}`
      return { hasFailed: true, message, hint, step: lookAgainStep(list.again), onDismiss: dismiss }
    }
    if (adding.kind !== 'added') return null
    const message = adding.allocation === null ? 'The panel added an address.' : `Added ${adding.allocation.address}.`
    return { hasFailed: false, message, hint: atNextStart, ...(isWaiting && step), onDismiss: dismiss }
  }

  function news(): AreaNews | null {
    if (acts.failed !== null) return newsOfAct(acts.failed, list.again, acts.clear)
    const ofAdding = newsOfAdding()
    if (ofAdding !== null) return ofAdding
    const unread = notReadAgain('The list', list)
    if (unread !== null) return unread
    if (notes.otherwise !== null) {
      const { address, notes: kept } = notes.otherwise
      const message = `The panel keeps a different note of ${address} than you typed.`
      return {
        hasFailed: false,
        message,
        hint: kept === '' ? 'It is empty.' : `It is “${kept}”.`,
        onDismiss: notes.dismiss,
      }
    }
    return isWaiting ? { hasFailed: false, message: 'The addresses were changed.', hint: atNextStart, ...step } : null
  }

  const age = asOf(list.at, list.error !== null, now)
  return (
    <div className={styles.area} tabIndex={-1} {...focus}>
      <AreaHead fact={list.value !== null && <AreaFact first={countText(list.value)} more={[age]} />}>
        <Button
          look="go"
          aria-disabled={!canAdd}
          title={why === null ? 'The panel chooses which' : `${capitalised(why)}.`}
          // The panel may answer between the clicks of a double click: the second one would add another address.
          onClick={(event) => event.detail < 2 && begin()}
        >
          {adding.kind === 'adding' ? 'Adding…' : 'Add address'}
        </Button>
      </AreaHead>
      <AreaSlot news={news()} />
      <AreaContent label="Network" asked={list}>
        {(value) => <List list={value} held={held} notes={notes} onAsk={setAsked} />}
      </AreaContent>
      {asked?.kind === 'primary' && (
        <Question
          title={`Make ${asked.allocation.address} the primary address of ${nameOf(ref)}?`}
          text={primaryText(asked.allocation)}
          yes="Make it primary"
          look="go"
          onYes={() => act(asked)}
          onClose={close}
        />
      )}
      {asked?.kind === 'remove' && (
        <Question
          title={`Remove ${asked.allocation.address} from ${nameOf(ref)}?`}
          text="The panel may give it to another server, and you may not get it back. A running server keeps it until its next start."
          yes="Remove"
          look="bad"
          onYes={() => act(asked)}
          onClose={close}
        />
      )}
    </div>
  )
}
