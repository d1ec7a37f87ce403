import { useState } from 'react'
import type { BulkWork } from '../../../shared/bulk/contract.ts'
import { disconnectAllText } from '../../../shared/model/player-words.ts'
import { type PowerSignal, signalName } from '../../../shared/model/power.ts'
import { LeftOut, Pace, useSelectionEnd } from '../../parts/bulk/BulkFields.tsx'
import { leftOut } from '../../parts/bulk/eligibility.ts'
import { commandOf } from '../../parts/commands/command-text.ts'
import { TypedNameField, useTypedName } from '../../parts/TypedName.tsx'
import { useAppState, useClient, useServerNames } from '../../state/hooks.ts'
import type { DialogProps } from '../../state/view.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { count } from '../../ui/format.ts'
import { closing, useTask } from '../../ui/use-task.ts'

const leads: Readonly<Record<PowerSignal | 'command', string>> = {
  start: 'If one fails, the rest continue.',
  stop: 'If one fails, the rest continue.',
  restart: 'Players are not warned. If one fails, the rest continue.',
  kill: 'The servers stop at once without saving. Unsaved world data is lost.',
  command: 'The same console command goes to each server.',
}

/** Asks before a bulk action: which servers, and how fast they follow one another. */
export function BulkDialog({ asked: { work, refs }, onClose }: DialogProps<'bulk'>) {
  const { call } = useClient().bridge
  const state = useAppState((whole) => whole)
  const nameOf = useServerNames()
  const end = useSelectionEnd(onClose)
  const [text, setText] = useState('')
  const [stagger, setStagger] = useState<number | null>(work === 'kill' ? 0 : null)
  const { able, out } = leftOut(
    state,
    refs.flatMap((ref) => state.servers[ref] ?? []),
    work,
    Date.now(),
    nameOf,
  )
  const chosen = able.map(({ ref }) => ref)
  const typed = useTypedName(String(able.length))
  const servers = count(able.length, 'server')
  const isReady =
    able.length > 0 && (work !== 'command' || commandOf(text) !== '') && (work !== 'kill' || typed.isRight)
  const start = useTask(() => {
    const what: BulkWork =
      work === 'command' ? { kind: 'command', text: commandOf(text) } : { kind: 'power', signal: work }
    const confirmed = work === 'kill' && { confirmed: able.length }
    return closing(call('bulk:start', { work: what, refs: chosen, staggerMs: stagger, ...confirmed }), end)
  })
  const who = work === 'command' || work === 'start' ? null : disconnectAllText(state.players, chosen)
  const title = work === 'command' ? `Send a command to ${servers}` : `${signalName[work]} ${servers}?`
  return (
    <FormDialog
      title={title}
      lead={who === null ? leads[work] : `${who} ${leads[work]}`}
      submit={`${work === 'command' ? 'Send to' : signalName[work]} ${able.length}`}
      look={work === 'kill' ? 'bad' : 'go'}
      isReady={isReady}
      task={start}
      onClose={onClose}
    >
      {work === 'command' && (
        <Field label="Command" mono value={text} onChange={(event) => setText(event.target.value)} />
      )}
      {work === 'kill' ? (
        <TypedNameField of={typed} inputMode="numeric" help="The number of servers to kill." />
      ) : (
        <Pace value={stagger} onChange={setStagger} />
      )}
      <LeftOut out={out} />
    </FormDialog>
  )
}
