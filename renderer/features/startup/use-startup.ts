import { useState } from 'react'
import type { AppError } from '../../../shared/error-schema.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { StartupChange, StartupOfServer } from '../../../shared/startup/contract.ts'
import { attempt } from '../../bridge/bridge.ts'
import { failed, problemOf } from '../../parts/area/area-words.ts'
import { useClient, useView } from '../../state/hooks.ts'
import { type Query, useAsked } from '../../state/queries.ts'
import { type StartupEdits, startupEditsOf, withStartupEdits } from '../../state/unsaved-work.ts'
import { count } from '../../ui/format.ts'
import { useIsHere } from '../../ui/use-task.ts'
import { formOf, imageKey, refusalText, withEdit, withoutSaved, withSaved } from './startup-edits.ts'

/** How long after an answer it is read again while it is looked at, in milliseconds. */
const everyMs = 120_000

/** What the panel said of changes: those that it did not take, and whether the last of them ended the saving. */
type Answer = {
  readonly refused: readonly { readonly key: string | null; readonly error: AppError }[]
  readonly isCut: boolean
}

/** What came of the last save: how many changes the panel took, and what kept it from more. */
type Saved = { readonly count: number; readonly error: AppError | null }

const stopped = (error: AppError) => problemOf(failed('Saving the startup stopped.', error), error)

const notSaved = (changes: number, error: AppError) =>
  problemOf(
    {
      message: `${count(changes, 'change')} of the startup ${changes === 1 ? 'was' : 'were'} not saved.`,
      hint: 'What you typed is kept there.',
    },
    error,
  )

/** What the panel took of changes, why it did not take others, what ended the saving, and all that in one problem. */
function outcomeOf(changes: readonly StartupChange[], { refused, isCut }: Answer) {
  const last = refused.at(-1)
  // In their order: where it was cut, what comes after the last refused one was not sent.
  const end = isCut && last !== undefined ? changes.findIndex(({ key }) => key === last.key) : changes.length
  const ofValues = isCut ? refused.slice(0, -1) : refused
  const problemFor = (error: AppError) => (isCut ? stopped(error) : notSaved(refused.length, error))
  return {
    done: changes.slice(0, end).filter(({ key }) => refused.every((one) => one.key !== key)),
    byValue: new Map(ofValues.map(({ key, error }) => [key ?? imageKey, refusalText(error)])),
    error: isCut ? (last?.error ?? null) : null,
    problem: last === undefined ? null : problemFor(last.error),
  }
}

/** A server's startup, what the person changed of it, and what came of saving that. */
export function useStartup(ref: ServerRef) {
  const { bridge, view } = useClient()
  const { call } = bridge
  const read = useAsked(
    ['startup', ref],
    () => call('startup:read', { ref }),
    () => everyMs,
  )
  // Saved values are shown in place of the old ones until the list is read again.
  const [taken, setTaken] = useState<{ readonly at: number; readonly changes: readonly StartupChange[] } | null>(null)
  const asked: Query<StartupOfServer> =
    read.value !== null && taken?.at === read.at ? { ...read, value: withSaved(read.value, taken.changes) } : read
  const edits = useView((now) => startupEditsOf(now, ref))
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [saved, setSaved] = useState<Saved | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isHere = useIsHere()
  const form = asked.value === null ? null : formOf(asked.value, edits)

  const setEdits = (next: (edits: StartupEdits) => StartupEdits) => view.setState(withStartupEdits(ref, next))

  /** What fails once the area was left is told at the top of the window. */
  const tellLeft = (problem: AppError | null) => {
    if (problem !== null && !isHere.current) view.setState({ problem })
  }

  /** Saves all changes; true when the panel took every one of them. */
  async function save(): Promise<boolean> {
    const { value: startup } = asked
    if (startup === null || form === null || form.changes.length === 0 || form.wrong.size > 0 || isSaving) return false
    const { changes } = form
    setSaving(true)
    setSaved(null)
    const result = await attempt(() => call('startup:save', { ref, changes: [...changes] }))
    setSaving(false)
    if (!result.ok) {
      setEdits((before) => withoutSaved(startup, before, []))
      setSaved({ count: 0, error: result.error })
      tellLeft(stopped(result.error))
      return false
    }
    const { done, byValue, error, problem } = outcomeOf(changes, result.value)
    setTaken((before) => ({ at: read.at, changes: [...(before?.at === read.at ? before.changes : []), ...done] }))
    setEdits((before) => withoutSaved(withSaved(startup, done), before, done))
    const now = startupEditsOf(view.getState(), ref)
    // A refusal is not shown at a value that was changed since.
    const isAsSent = (key: string) =>
      changes.some((one) => (one.key ?? imageKey) === key && now[key]?.text.trim() === one.value)
    setRefused(new Map([...byValue].filter(([key]) => isAsSent(key))))
    setSaved({ count: done.length, error })
    tellLeft(problem)
    asked.again()
    return problem === null
  }

  return {
    asked,
    form,
    refused,
    saved,
    isSaving,
    save,
    edit(key: string, value: string) {
      const { value: startup } = asked
      if (startup === null) return
      setEdits((before) => withEdit(startup, before, { key, text: value, isSaving }))
      setRefused((before) => new Map([...before].filter(([one]) => one !== key)))
      setSaved(null)
    },
    discard() {
      setEdits(() => ({}))
      setRefused(new Map())
      setSaved(null)
    },
    dismiss: () => setSaved(null),
  }
}
