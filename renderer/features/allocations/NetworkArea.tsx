import { useState } from 'react'
import { hasStartedSince } from '../../../shared/allocations/allocations.ts'
import type { ServerAllocation } from '../../../shared/allocations/contract.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { attempt } from '../../bridge/bridge.ts'
import { AreaPage } from '../../parts/area/AreaPage.tsx'
import { AreaList } from '../../parts/area/AreaRows.tsx'
import type { AreaNews } from '../../parts/area/AreaSlot.tsx'
import { useArea } from '../../parts/area/use-area.tsx'
import { useRestartStep } from '../../parts/servers/use-restart-step.ts'
import { useClient, useServerNames } from '../../state/hooks.ts'
import { AllocationRow } from './AllocationRow.tsx'
import { NoteField } from './NoteField.tsx'
import { countText, primaryText, whyNotAdd, whyNotAllocation } from './network-words.ts'

const columns = [{ name: 'Address' }, { name: 'Note' }, { name: 'Actions', holds: 'menu' }] as const

const atNextStart = 'Used at the next start.'

const noAddress = (mayAdd: boolean) => ({
  title: 'No address',
  text: `Without one nobody can join this server. ${mayAdd ? 'Add one, or ask its host.' : 'Ask its host for one.'}`,
})

/** The addresses of a server, read from its panel while they are looked at. */
export function NetworkArea({ server }: { server: ServerView }) {
  const { call } = useClient().bridge
  const { ref } = server
  const nameOf = useServerNames(server.name)
  const area = useArea('network', server, () => call('allocations:list', { ref }))
  const { list, lacks } = area
  const { step } = useRestartStep(server)
  const [isAdding, setAdding] = useState(false)
  const waiting = list.value?.waiting ?? null
  const isWaiting = waiting !== null && !hasStartedSince(waiting, server)

  async function add() {
    setAdding(true)
    const added = await attempt(() => call('allocations:add', { ref }))
    setAdding(false)
    return added
  }

  const onAdd = () =>
    area.act({
      what: 'Adding an address',
      call: add,
      done: ({ added }) => ({
        message: added === null ? 'The panel added an address.' : `Added ${added.address}.`,
        hint: atNextStart,
      }),
    })

  const onPrimary = (allocation: ServerAllocation) =>
    area.ask({
      title: `Make ${allocation.address} the primary address of ${nameOf(ref)}?`,
      text: primaryText(allocation),
      yes: 'Make it primary',
      look: 'go',
      what: `Making ${allocation.address} primary`,
      call: () => call('allocations:makePrimary', { ref, id: allocation.id }),
    })

  const onRemove = ({ id, address }: ServerAllocation) =>
    area.ask({
      title: `Remove ${address} from ${nameOf(ref)}?`,
      text: 'The panel may give it to another server, and you may not get it back. A running server keeps it until its next start.',
      yes: 'Remove',
      what: `Removing ${address}`,
      call: () => call('allocations:remove', { ref, id }),
    })

  /** A note as the panel keeps it, which the list shows at once. @param typed what was sent */
  function onNote({ id, address }: ServerAllocation, typed: string, kept: string) {
    list.put((value) => ({
      ...value,
      allocations: value.allocations.map((one) => (one.id === id ? { ...one, notes: kept } : one)),
    }))
    if (kept !== typed)
      area.tell({
        hasFailed: false,
        message: `The panel keeps a different note of ${address} than you typed.`,
        hint: kept === '' ? 'It is empty.' : `It is “${kept}”.`,
      })
  }

  function news(): AreaNews | null {
    if (area.news !== null) return { ...area.news, ...(!area.news.hasFailed && isWaiting && step) }
    return isWaiting ? { hasFailed: false, message: 'The addresses were changed.', hint: atNextStart, ...step } : null
  }

  return (
    <AreaPage
      area={area}
      label="Network"
      fact={(value) => [countText(value)]}
      action={{
        label: isAdding ? 'Adding…' : 'Add address',
        hint: 'The panel chooses which',
        why: (value) => whyNotAdd(value, lacks),
        // The panel may answer between the clicks of a double click: the second one would add another address.
        onClick: (event) => event.detail < 2 && onAdd(),
      }}
      news={news()}
    >
      {(value) => (
        <AreaList
          label="Network"
          columns={columns}
          rows={value.allocations}
          empty={noAddress(whyNotAdd(value, lacks) === null)}
          leftOut={value.leftOut}
          foot={value.limit === 0 ? 'Its host lets nobody add or remove addresses here.' : null}
        >
          {(one) => (
            <AllocationRow
              key={one.id}
              allocation={one}
              list={value}
              lacks={lacks}
              onPrimary={onPrimary}
              onRemove={onRemove}
            >
              <NoteField
                serverRef={ref}
                allocation={one}
                why={whyNotAllocation(one, 'note', value, lacks)}
                onSaved={(typed, kept) => onNote(one, typed, kept)}
                onEnd={list.again}
              />
            </AllocationRow>
          )}
        </AreaList>
      )}
    </AreaPage>
  )
}
