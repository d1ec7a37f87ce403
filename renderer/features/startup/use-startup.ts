import { useState } from 'react'
import type { AppError } from '../../../shared/error-schema.ts'
import { whyHeld } from '../../../shared/model/describe-server.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { attempt } from '../../bridge/bridge.ts'
import type { AreaNews } from '../../parts/area/AreaSlot.tsx'
import { failed, problemOf } from '../../parts/area/area-words.ts'
import { useArea } from '../../parts/area/use-area.tsx'
import { useClient, useView } from '../../state/hooks.ts'
import { type StartupEdits, startupEditsOf, withStartupEdits } from '../../state/unsaved-work.ts'
import { count } from '../../ui/format.ts'
import { useIsHere } from '../../ui/use-task.ts'
import { fieldsOf, imageKey, withEdit, withoutSaved, withSaved } from './startup-fields.ts'

/** How long after an answer it is read again while it is looked at, in milliseconds. */
const everyMs = 120_000

/** What came of the last save. */
type Saved = {
  /** Number of changes that the panel took. */
  readonly count: number
  /** Why it did not take others, by their keys. */
  readonly refused: ReadonlyMap<string, string>
  /** What ended the saving. */
  readonly stopped: AppError | null
}
const nothingSaved: Saved = { count: 0, refused: new Map(), stopped: null }

const wereNot = (changes: number, what: string) =>
  `${count(changes, 'change')}${what} ${changes === 1 ? 'was' : 'were'} not saved.`

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
  const held = whyHeld(server)
  const [saved, setSaved] = useState(nothingSaved)
  const [isSaving, setSaving] = useState(false)
  const isHere = useIsHere()
  const fields = startup === null ? [] : fieldsOf(startup, edits, held)
  const changed = fields.filter(({ isChanged }) => isChanged)
  const wrong = changed.filter((field) => field.wrong !== null).length

  const setEdits = (next: (edits: StartupEdits) => StartupEdits) => view.setState(withStartupEdits(ref, next))

  /** Saves all changes; true when the panel took every one of them, and a next step disturbs nothing begun meanwhile. */
  async function save(): Promise<boolean> {
    if (startup === null || changed.length === 0 || wrong > 0 || isSaving) return false
    const changes = changed.map(({ key, value, present }) => ({
      key: key === imageKey ? null : key,
      value: value.trim(),
      seen: present,
    }))
    setSaving(true)
    setSaved(nothingSaved)
    const result = await attempt(() => call('startup:save', { ref, changes }))
    setSaving(false)
    const { stopped, ...answer } = result.ok ? result.value : { saved: [], refused: [], stopped: result.error }
    const done = changes.filter(({ key }) => answer.saved.includes(key))
    const now = withSaved(startup, done)
    if (done.length > 0) put(() => now)
    setEdits((before) => withoutSaved(now, before, done))
    // A refusal is not shown at a value that was changed since.
    const left = startupEditsOf(view.getState(), ref)
    const refused = answer.refused.flatMap(({ key, error }) => {
      const sent = changes.find((one) => one.key === key)
      const isAsSent = left[key ?? imageKey]?.text.trim() === sent?.value
      return isAsSent ? [[key ?? imageKey, error.detail ?? error.message] as const] : []
    })
    setSaved({ count: done.length, refused: new Map(refused), stopped })
    again()
    const error = stopped ?? answer.refused[0]?.error ?? null
    // What fails once the area was left is told at the top of the window.
    if (error !== null && !isHere.current) {
      const message = wereNot(answer.refused.length, ' of the startup')
      const words = stopped
        ? failed('Saving the startup stopped.', error)
        : { message, hint: 'What you typed is kept there.' }
      view.setState({ problem: problemOf(words, error) })
    }
    return error === null && isHere.current && view.getState().counts.dialogs === 0
  }

  /** @param restart the next step after a save */
  function news(restart: Pick<AreaNews, 'step'>): AreaNews | null {
    const { refused, stopped } = saved
    // What the panel said of single values stays beside them.
    const onDismiss = () => setSaved({ ...nothingSaved, refused })
    if (stopped !== null) return { ...failed('Saving stopped.', stopped), onDismiss }
    if (refused.size > 0)
      return { hasFailed: true, message: wereNot(refused.size, ''), hint: 'The reason stands beside its field.' }
    if (area.news !== null || saved.count === 0) return area.news
    const message = `Saved ${count(saved.count, 'change')}.`
    return { hasFailed: false, message, hint: 'Used at the next start.', ...restart, onDismiss }
  }

  return {
    area,
    fields,
    /** Number of values that differ from what the panel has, and of those that are not allowed as they are. */
    changes: changed.length,
    wrong,
    /** What the panel does with the server that keeps it from changes, in a few words; null for nothing. */
    held,
    refused: saved.refused,
    news,
    isSaving,
    save,
    edit(key: string, text: string) {
      if (startup === null) return
      setEdits((before) => withEdit(startup, before, { key, text, isSaving }))
      setSaved(({ refused }) => ({ ...nothingSaved, refused: new Map([...refused].filter(([one]) => one !== key)) }))
    },
    discard() {
      setEdits(() => ({}))
      setSaved(nothingSaved)
    },
  }
}
