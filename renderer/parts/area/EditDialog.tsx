import { useEffect, useRef, useState } from 'react'
import type { Change } from '../../../shared/model/change.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { toldOf } from './area-words.ts'
import styles from './EditDialog.module.css'
import type { Area, AreaAct } from './use-area.tsx'

/** A field of what somebody else changed meanwhile, as it is now and as the person wants it. */
export type Difference = { readonly name: string; readonly theirs: string; readonly mine: string }

/** The fields of which both are not the same. */
export const differing = (fields: readonly Difference[]): Difference[] =>
  fields.filter(({ theirs, mine }) => theirs !== mine)

/** What the dialog of an edit is given by its area. */
export type EditWays<S, E> = {
  readonly area: Pick<Area<unknown>, 'change'>
  /** Sends the edit, where what is edited still is what was seen. */
  readonly send: (edit: E, seen: S) => AreaAct<Change<NonNullable<S>>>
  readonly onClose: () => void
}

type EditOf<S, E> = EditWays<S, E> & {
  /** What is edited, as the panel showed it; null for something new. */
  readonly of: S
  /** What the form begins with. */
  readonly edit: E
  /** What can be set of what is there; null for nothing. */
  readonly editOf: (seen: NonNullable<S>) => E | null
}

/** What a person makes of something that the panel keeps, and that somebody else may change meanwhile. */
export function useEdit<S, E>({ area, of, edit: first, editOf, send, onClose }: EditOf<S, E>) {
  const [{ seen, isOld }, setSeen] = useState<{ seen: S; isOld: boolean }>({ seen: of, isOld: false })
  const [edit, setEdit] = useState(first)
  const onMeanwhile = (now: NonNullable<S>) => setSeen({ seen: now, isOld: true })
  const { busy, error, start } = useTask(() => area.change(send(edit, seen), { close: onClose, onMeanwhile }))
  return {
    edit,
    set: (part: Partial<E>) => setEdit({ ...edit, ...part }),
    seen,
    /** Somebody else changed it, so that nothing was saved. */
    isOld,
    busy,
    error,
    start,
    onClose,
    takeTheirs() {
      const theirs = seen ? editOf(seen) : null
      if (theirs === null) return onClose()
      setEdit(theirs)
      setSeen({ seen, isOld: false })
    },
  }
}

type MeanwhileProps = { what: string; differences: readonly Difference[]; onTheirs: () => void }

/** Says that somebody else changed what is edited, and shows both. Saving again is the person's choice. */
function Meanwhile({ what, differences, onTheirs }: MeanwhileProps) {
  const box = useRef<HTMLDivElement>(null)
  // It may come below what is in sight of a small window. Newer Chromium answers with a promise, which an effect must
  // not return.
  useEffect(() => {
    void box.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={box} className={styles.meanwhile} data-stack="s2">
      <Notice
        tone="bad"
        message={`Somebody changed this ${what} meanwhile, so nothing was saved.`}
        hint="Save again to have it your way, or take theirs."
      >
        <Button onClick={onTheirs}>Take theirs</Button>
      </Notice>
      {differences.length > 0 && (
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">Now on the panel</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ name, theirs, mine }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{theirs}</td>
                <td>{mine}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

type EditDialogProps<S, E> = Pick<
  React.ComponentProps<typeof FormDialog>,
  'title' | 'lead' | 'wide' | 'submit' | 'stop' | 'fault' | 'children'
> & {
  /** What is edited: `schedule`, `task`, `user`. */
  what: string
  form: ReturnType<typeof useEdit<S, E>>
  /** What differs from what somebody else made of it. */
  differences: (seen: NonNullable<S>) => Difference[]
}

/** The dialog of such an edit: its fields, what somebody else changed meanwhile, why it was not saved. */
export function EditDialog<S, E>(props: EditDialogProps<S, E>) {
  const { what, form, differences, ...dialog } = props
  const { seen, isOld, error, onClose } = form
  return (
    <FormDialog
      {...dialog}
      task={form}
      onClose={onClose}
      error={error && toldOf(error)}
      told={isOld && seen && <Meanwhile what={what} differences={differences(seen)} onTheirs={form.takeTheirs} />}
    />
  )
}
