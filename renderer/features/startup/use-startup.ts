import { useState } from 'react'
import type { AppError } from '../../../shared/error-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { attempt } from '../../bridge/bridge.ts'
import { failed, problemOf } from '../../parts/area/area-words.ts'
import { useArea } from '../../parts/area/use-area.tsx'
import { useClient, useView } from '../../state/hooks.ts'
import { type StartupEdits, startupEditsOf, withStartupEdits } from '../../state/unsaved-work.ts'
import { count } from '../../ui/format.ts'
import { useIsHere } from '../../ui/use-task.ts'
import { formOf, imageKey, withEdit, withoutSaved, withSaved } from './startup-edits.ts'

/** How long after an answer it is read again while it is looked at, in milliseconds. */
const everyMs = 120_000

/** What came of the last save: how many changes the panel took, and what kept it from more. */
type Saved = { readonly count: number; readonly stopped: AppError | null }

const noneRefused: ReadonlyMap<string, string> = new Map()

const notSaved = (changes: number) => ({
  message: `${count(changes, 'change')} of the startup ${changes === 1 ? 'was' : 'were'} not saved.`,
  hint: 'What you typed is kept there.',
})

/** A server's startup, what the person changed of it, and what came of saving that. */
export function useStartup(server: ServerView) {
  const { ref } = server
  const { bridge, view } = useClient()
  const { call } = bridge
  const area = useArea('startup', server, () => call('startup:read', { ref }), {
    everyMs: () => everyMs,
    noun: 'The startup',
  })
  const { value: startup, put, again } = area.list
  const edits = useView((now) => startupEditsOf(now, ref))
  /** What the panel said of values that it did not take. */
  const [refused, setRefused] = useState(noneRefused)
  const [saved, setSaved] = useState<Saved | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isHere = useIsHere()
  const form = startup && formOf(startup, edits)

  const setEdits = (next: (edits: StartupEdits) => StartupEdits) => view.setState(withStartupEdits(ref, next))

  /** Saves all changes; true when the panel took every one of them. */
  async function save(): Promise<boolean> {
    if (startup === null || form === null || form.changes.length === 0 || form.wrong.size > 0 || isSaving) return false
    const { changes } = form
    setSaving(true)
    setSaved(null)
    const result = await attempt(() => call('startup:save', { ref, changes: [...changes] }))
    setSaving(false)
    const answer = result.ok ? result.value : { saved: [], refused: [], stopped: result.error }
    const done = changes.filter(({ key }) => answer.saved.includes(key))
    const now = withSaved(startup, done)
    if (done.length > 0) put(now)
    setEdits((before) => withoutSaved(now, before, done))
    // A refusal is not shown at a value that was changed since.
    const left = startupEditsOf(view.getState(), ref)
    const isAsSent = (key: string | null) =>
      changes.some((one) => one.key === key && left[key ?? imageKey]?.text.trim() === one.value)
    const ofValues = answer.refused.filter(({ key }) => isAsSent(key))
    setRefused(new Map(ofValues.map(({ key, error }) => [key ?? imageKey, error.detail ?? error.message])))
    setSaved({ count: done.length, stopped: answer.stopped })
    again()
    const error = answer.stopped ?? answer.refused[0]?.error ?? null
    // What fails once the area was left is told at the top of the window.
    if (error !== null && !isHere.current) {
      const words = answer.stopped ? failed('Saving the startup stopped.', error) : notSaved(answer.refused.length)
      view.setState({ problem: problemOf(words, error) })
    }
    return error === null
  }

  return {
    area,
    form,
    refused,
    saved,
    isSaving,
    save,
    edit(key: string, value: string) {
      if (startup === null) return
      setEdits((before) => withEdit(startup, before, { key, text: value, isSaving }))
      setRefused((before) => new Map([...before].filter(([one]) => one !== key)))
      setSaved(null)
    },
    discard() {
      setEdits(() => ({}))
      setRefused(noneRefused)
      setSaved(null)
    },
    dismiss: () => setSaved(null),
  }
}
