import { useRef, useState } from 'react'
import { whyNotChanged } from '../../../shared/keys/allowed.ts'
import type { PanelArea } from '../../../shared/keys/rights.ts'
import type { Change } from '../../../shared/model/change.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { useAskAgain, useAsked } from '../../state/queries.ts'
import { Question } from '../../ui/Dialogs.tsx'
import { type DrawDialog, useDialog } from '../../ui/use-dialog.ts'
import { useIsHere } from '../../ui/use-task.ts'
import { lookAgainStep } from '../again.ts'
import type { AreaNews } from './AreaSlot.tsx'
import { failedAct, notReadAgain, problemOf } from './area-words.ts'
import { TypedNameDialog } from './TypedNameDialog.tsx'

export type AreaAct<R> = {
  /** Start of the sentence that reports a failure: `Deleting plots`. */
  readonly what: string
  readonly call: () => Promise<Result<R>>
  /** Tells things apart that have the same name in the same part. */
  readonly of?: number | string
  /** What is told when it is done, where the list does not show it; null for nothing. */
  readonly done?: (value: R) => { readonly message: string; readonly hint: string; readonly hasFailed?: boolean } | null
  /** It may last minutes, so that it is told meanwhile: `Compressing “world”…` */
  readonly isLong?: true
  /** It changes nothing, so that the list is not read again. */
  readonly isRead?: true
  /** A refusal tells that what is shown may be old, so that it is read again. */
  readonly rereads?: true
}

/** Of an act on something whose name others may have too. */
export const doing = (what: string, { id, name }: { readonly id: number | string; readonly name: string }) => ({
  what: `${what} “${name}”`,
  of: id,
})

/** A question before an act. With `typedName` that is typed first, and given to the call. */
type AreaQuestion<R> = Omit<AreaAct<R>, 'call'> & {
  readonly title: string
  /** What is lost, or what follows. */
  readonly text: string
  readonly yes: string
  /** Of the yes button; `bad` by default. */
  readonly look?: 'go' | 'bad'
  readonly typedName?: string
  readonly call: (typed: string) => Promise<Result<R>>
}

type AreaOptions<T> = {
  /** How long after an answer it is read again while it is looked at, in milliseconds. */
  readonly everyMs?: (value: T | null) => number
  /** What is read, as a sentence begins. */
  readonly noun?: string
  /** The part of the area that is read, such as a folder. After an act all parts are read again. */
  readonly part?: string
}

/** News of the long act that was begun last; null for none. */
function goingOn(running: readonly { readonly what: string }[]): AreaNews | null {
  const last = running.at(-1)
  if (last === undefined) return null
  const more = running.length > 1 ? ` and ${running.length - 1} more` : ''
  return { hasFailed: false, message: `${last.what}${more}…`, hint: '' }
}

/** How long after an answer an area is read again while it is looked at, in milliseconds. */
const usuallyEveryMs = 300_000

/**
 * An area that the panel keeps of a server: read while the caller is shown, and changed by acts, each of which runs once at
 * a time for one thing. What came of the last one is told in `news`. Where no answer tells, that is said, and the list is
 * read again: nothing is guessed.
 */
export function useArea<T>(
  area: PanelArea,
  server: ServerView,
  ask: () => Promise<Result<T>>,
  { everyMs = () => usuallyEveryMs, noun = 'The list', part }: AreaOptions<T> = {},
) {
  const { view } = useClient()
  const key = [area, server.ref]
  const list = useAsked(part === undefined ? key : [...key, part], ask, everyMs)
  const askAgain = useAskAgain()
  const again = () => askAgain(key)
  const now = useNow(15_000)
  const lacks = useAppState((state) => whyNotChanged(state, server, area, now))
  const [news, tell] = useState<AreaNews | null>(null)
  const [running, setRunning] = useState<readonly { readonly what: string }[]>([])
  /** Drawn over what the panel told last. */
  const dialog = useDialog<[T | null]>()
  const busy = useRef(new Set<string>())
  const isHere = useIsHere()

  /** One that ends when the area was left is told at the window's top. */
  function end<R>({ what, done, isRead }: Omit<AreaAct<R>, 'call'>, result: Result<R>): void {
    if (result.ok) {
      const told = done?.(result.value) ?? null
      // What another act met meanwhile is not hidden by this one's success.
      tell((shown) => (shown?.hasFailed && !told?.hasFailed ? shown : told && { hasFailed: false, ...told }))
    } else {
      const failed = failedAct(what, result.error)
      const step = result.error.mayHaveActed && { step: lookAgainStep(again) }
      if (isHere.current) tell({ ...failed, ...step })
      else view.setState({ problem: problemOf(failed, result.error) })
    }
    if (!isRead) again()
  }

  async function run<R>({ call, ...act }: AreaAct<R>): Promise<void> {
    const same = JSON.stringify([part, act.what, act.of])
    if (busy.current.has(same)) return
    busy.current.add(same)
    tell(null)
    if (act.isLong) setRunning((all) => [...all, act])
    const result = await attempt(call)
    busy.current.delete(same)
    if (act.isLong) setRunning((all) => all.filter((one) => one !== act))
    end(act, result)
  }

  const act = <R,>(wanted: AreaAct<R>) => void run(wanted)

  /** Of an act that a dialog sent: it shows a refusal itself, and closes otherwise. */
  function endOfDialog<R>(act: Omit<AreaAct<R>, 'call'>, result: Result<R>, close: () => void): Result<null> {
    if (!result.ok && !result.error.mayHaveActed) {
      if (act.rereads) again()
      return result
    }
    close()
    // What stood when the dialog was opened is over, but not what another act met since.
    tell((shown) => (shown === news ? null : shown))
    end(act, result)
    return ok(null)
  }

  const submit = async <R,>({ call, ...act }: AreaAct<R>, close: () => void) =>
    endOfDialog(act, await attempt(call), close)

  /**
   * The same for a change to something that somebody else may have changed since it was read. Then nothing was sent:
   * `onMeanwhile` is told how it is now, and the dialog stays.
   */
  async function change<M>(
    { call, ...act }: AreaAct<Change<M>>,
    { close, onMeanwhile }: { readonly close: () => void; readonly onMeanwhile: (now: M) => void },
  ): Promise<Result<null>> {
    const result = await attempt(call)
    if (!result.ok || result.value.meanwhile === null) return endOfDialog(act, result, close)
    onMeanwhile(result.value.meanwhile)
    again()
    return ok(null)
  }

  const openAnyway = dialog.open
  const open = (draw: DrawDialog<[T]>) => openAnyway((close, value) => value && draw(close, value))

  const askFirst = <R,>({ title, text, yes, look = 'bad', typedName, call, ...more }: AreaQuestion<R>) =>
    openAnyway((close) => {
      if (typedName !== undefined) {
        const send = (typed: string) => submit({ ...more, call: () => call(typed) }, close)
        return <TypedNameDialog title={title} lead={text} name={typedName} submit={yes} run={send} onClose={close} />
      }
      const onYes = () => {
        close()
        act({ ...more, call: () => call('') })
      }
      return <Question title={title} text={text} yes={yes} look={look} onYes={onYes} onClose={close} />
    })

  return {
    list,
    now,
    /** Why nothing can be changed, in a few words; null where it can. */
    lacks,
    news: news === null ? (goingOn(running) ?? notReadAgain(noun, list)) : { ...news, onDismiss: () => tell(null) },
    /** The news are of an act, not of the list. */
    isActNews: news !== null,
    tell,
    /** Lets all of the area be read again. */
    again,
    act,
    submit,
    change,
    open,
    /** The same for a dialog that needs nothing of what was read, so that it is shown also where nothing could be. */
    openAnyway,
    ask: askFirst,
    /** The dialog that is open. */
    dialog: dialog.drawn(list.value),
  }
}
export type Area<T> = ReturnType<typeof useArea<T>>
