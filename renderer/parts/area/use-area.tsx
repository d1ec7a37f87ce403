import { useRef, useState } from 'react'
import { type PanelArea, whyNotChanged } from '../../../shared/keys/rights.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { useAsked } from '../../state/queries.ts'
import { Modal, Question } from '../../ui/Dialogs.tsx'
import { useIsHere } from '../../ui/use-task.ts'
import { lookAgainStep } from '../again.ts'
import type { AreaNews } from './AreaSlot.tsx'
import { failedAct, notReadAgain, problemOf } from './area-words.ts'
import { TypedNameForm } from './TypedNameForm.tsx'

type AreaAct = {
  /** Start of the sentence that reports a failure: `Deleting plots`. */
  readonly what: string
  readonly call: () => Promise<Result<unknown>>
  /** What is told when it is done, where the list does not show it. */
  readonly done?: { readonly message: string; readonly hint: string }
  /** It changes nothing, so that the list is not read again. */
  readonly isRead?: true
}

/** A question before an act. With `typedName` that is typed first, and given to the call. */
type AreaQuestion = Omit<AreaAct, 'call'> & {
  readonly title: string
  /** What is lost, or what follows. */
  readonly text: string
  readonly yes: string
  readonly typedName?: string
  readonly call: (typed: string) => Promise<Result<unknown>>
}

/** Draws a dialog; `close` closes that one alone, also where the person has opened another one meanwhile. */
type DrawDialog = (close: () => void) => React.ReactNode

/** How long after an answer an area is read again while it is looked at, in milliseconds. */
const usuallyEveryMs = 300_000

/**
 * An area that the panel keeps of a server: read while the caller is shown, and changed by acts, each of which runs once at
 * a time. What came of the last one is told in `news`. Where no answer tells, that is said, and the list is read again:
 * nothing is guessed.
 */
export function useArea<T>(
  area: PanelArea,
  server: ServerView,
  ask: () => Promise<Result<T>>,
  everyMs = usuallyEveryMs,
) {
  const { view } = useClient()
  const list = useAsked([area, server.ref], ask, () => everyMs)
  const now = useNow(15_000)
  const lacks = useAppState((state) => whyNotChanged(state, server, area, now))
  const [news, tell] = useState<AreaNews | null>(null)
  const [dialog, setDialog] = useState<{ readonly draw: DrawDialog } | null>(null)
  const busy = useRef(new Set<string>())
  const isHere = useIsHere()

  /** One that ends when the area was left is told at the window's top. */
  function end({ what, done, isRead }: Omit<AreaAct, 'call'>, result: Result<unknown>): void {
    if (result.ok) tell(done === undefined ? null : { hasFailed: false, ...done })
    else {
      const failed = failedAct(what, result.error)
      const step = result.error.mayHaveActed && { step: lookAgainStep(list.again) }
      if (isHere.current) tell({ ...failed, ...step })
      else view.setState({ problem: problemOf(failed, result.error) })
    }
    if (!isRead) list.again()
  }

  async function run({ call, ...act }: AreaAct): Promise<void> {
    if (busy.current.has(act.what)) return
    busy.current.add(act.what)
    tell(null)
    const result = await attempt(call)
    busy.current.delete(act.what)
    end(act, result)
  }

  const act = (wanted: AreaAct) => void run(wanted)

  /** The same for a dialog, which shows a refusal itself and closes otherwise. */
  async function submit({ call, ...act }: AreaAct, close: () => void): Promise<Result<null>> {
    const result = await attempt(call)
    if (!result.ok && !result.error.mayHaveActed) return result
    close()
    end(act, result)
    return ok(null)
  }

  const open = (draw: DrawDialog) => setDialog({ draw })

  const askFirst = ({ title, text, yes, typedName, call, ...more }: AreaQuestion) =>
    open((close) => {
      if (typedName !== undefined) {
        const send = (typed: string) => submit({ ...more, call: () => call(typed) }, close)
        return (
          <Modal title={title} lead={text} onClose={close}>
            <TypedNameForm name={typedName} submit={yes} run={send} onCancel={close} />
          </Modal>
        )
      }
      const onYes = () => {
        close()
        act({ ...more, call: () => call('') })
      }
      return <Question title={title} text={text} yes={yes} look="bad" onYes={onYes} onClose={close} />
    })

  return {
    list,
    now,
    /** Why nothing can be changed, in a few words; null where it can. */
    lacks,
    news: news === null ? notReadAgain('The list', list) : { ...news, onDismiss: () => tell(null) },
    tell,
    act,
    submit,
    open,
    ask: askFirst,
    /** The dialog that is open. */
    dialog: dialog?.draw(() => setDialog((shown) => (shown === dialog ? null : shown))),
  }
}
export type Area<T> = ReturnType<typeof useArea<T>>
