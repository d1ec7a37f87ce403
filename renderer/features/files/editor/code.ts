import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { Chunk } from '@codemirror/merge'
import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Text } from '@codemirror/state'
import { EditorView, highlightActiveLineGutter, keymap } from '@codemirror/view'
import { base, languageFor, readOnly } from './base.ts'
import { lineEndOf, withLineEnds } from './line-ends.ts'

export type CodeGiven = {
  /** What it is called for screen readers. */
  readonly label: string
  /** The file's name, by which its language is known. */
  readonly name: string
  readonly text: string
  /** What stands in the file, where `text` is another one. */
  readonly saved: string
  readonly isReadOnly: boolean
  /** Shows the end at first, as of a log. */
  readonly isAtEnd: boolean
}

export type CodeEvents = {
  /** Whether the text is another one than what was saved. */
  readonly onEdited: (isEdited: boolean) => void
  /** How many lines are another, shortly after a change. */
  readonly onChangedLines: (lines: number) => void
  /** Ctrl+S was pressed. */
  readonly onSave: () => void
}

/** A text that is edited. */
export type Code = {
  /** The text with its own line ends. */
  text(): string
  /** Makes a text the one that stands in the file. */
  setSaved(text: string): void
  setReadOnly(isReadOnly: boolean): void
  find(): void
  focus(): void
  dispose(): void
}

/** How long after a change the changed lines are counted, in milliseconds. */
const countAfterMs = 200
/** How long counting may take, in milliseconds; after that it is less exact. */
const countWithinMs = 40

/** How many lines are another between two texts. */
function changedLines(before: Text, after: Text): number {
  return Chunk.build(before, after, { timeout: countWithinMs }).reduce(
    (sum, { fromA, toA, endA, fromB, toB, endB }) => {
      const linesA = toA > fromA ? before.lineAt(endA).number - before.lineAt(fromA).number + 1 : 0
      const linesB = toB > fromB ? after.lineAt(endB).number - after.lineAt(fromB).number + 1 : 0
      return sum + Math.max(linesA, linesB)
    },
    0,
  )
}

/** CodeMirror over a text. It draws text as text: nothing in a file can become an element of the page. */
export async function openCode(host: HTMLElement, given: CodeGiven, events: CodeEvents): Promise<Code> {
  const language = await languageFor(given.name)
  const lineEnd = lineEndOf(given.saved)
  const access = new Compartment()
  const accessOf = (isReadOnly: boolean) => (isReadOnly ? readOnly : [])
  let saved: Text
  let counting: ReturnType<typeof setTimeout> | undefined
  const tell = (doc: Text) => {
    events.onEdited(!doc.eq(saved))
    clearTimeout(counting)
    counting = setTimeout(() => events.onChangedLines(changedLines(saved, doc)), countAfterMs)
  }
  const state = EditorState.create({
    doc: withLineEndsOf(given, lineEnd),
    extensions: [
      base(given.label, lineEnd),
      access.of(accessOf(given.isReadOnly)),
      history(),
      bracketMatching(),
      highlightActiveLineGutter(),
      search({ top: true }),
      language,
      keymap.of([
        {
          key: 'Mod-s',
          preventDefault: true,
          run() {
            events.onSave()
            return true
          },
        },
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) tell(update.state.doc)
      }),
    ],
  })
  saved = state.toText(given.saved)
  const view = new EditorView({ state, parent: host })
  if (given.isAtEnd)
    view.dispatch({ selection: { anchor: state.doc.length }, effects: EditorView.scrollIntoView(state.doc.length) })
  if (given.text !== given.saved) tell(state.doc)
  return {
    text: () => view.state.sliceDoc(),
    setSaved(text) {
      saved = view.state.toText(text)
      tell(view.state.doc)
    },
    setReadOnly: (isReadOnly) => view.dispatch({ effects: access.reconfigure(accessOf(isReadOnly)) }),
    find: () => void openSearchPanel(view),
    focus: () => view.focus(),
    dispose() {
      clearTimeout(counting)
      view.destroy()
    },
  }
}

/** The text with the line ends of what stands in the file. */
const withLineEndsOf = ({ text, saved }: CodeGiven, lineEnd: '\n' | '\r\n'): string =>
  text === saved || lineEnd === '\n' ? text : withLineEnds(text, lineEnd)
