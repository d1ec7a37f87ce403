import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { Chunk, MergeView } from '@codemirror/merge'
import { search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  ViewPlugin,
} from '@codemirror/view'
import { languageOf } from '../entries/file-words.ts'
import { highlighting } from './languages.ts'
import { look } from './look.ts'
import { type LineEnd, lineEndOf, withLineEnds } from './text-format.ts'

export type CodeGiven = {
  /** What it is called for screen readers. */
  readonly label: string
  /** The file's name, by which its language is known. */
  readonly name: string
  readonly text: string
  /** What stands in the file, where `text` is another one. */
  readonly saved?: string
  readonly isReadOnly: boolean
  /** Shows the end at first, as of a log. */
  readonly isAtEnd?: true
}

export type CodeEvents = {
  /** Whether the text is another one than what was saved. */
  readonly onEdited?: (isEdited: boolean) => void
  /** How many lines are another, shortly after a change. */
  readonly onChangedLines?: (lines: number) => void
  /** Ctrl+S was pressed. */
  readonly onSave?: () => void
}

/** A text that is edited. */
export type Code = {
  /** The text with its own line ends. */
  text(): string
  /** Makes a text the one that stands in the file. */
  setSaved(text: string): void
  setReadOnly(isReadOnly: boolean): void
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

/**
 * CodeMirror over a text. It draws text as text: nothing in a file can become an element of the page.
 * @param events those of its last drawing
 */
export function openCode(host: HTMLElement, given: CodeGiven, events: { readonly current: CodeEvents }): Code {
  const { text, saved: first = text } = given
  const lineEnd = lineEndOf(first)
  const access = new Compartment()
  const accessOf = (isReadOnly: boolean) => (isReadOnly ? readOnly : [])
  let saved: Text
  let counting: ReturnType<typeof setTimeout> | undefined
  const tell = (doc: Text) => {
    events.current.onEdited?.(!doc.eq(saved))
    clearTimeout(counting)
    counting = setTimeout(() => events.current.onChangedLines?.(changedLines(saved, doc)), countAfterMs)
  }
  const state = EditorState.create({
    doc: text === first || lineEnd === '\n' ? text : withLineEnds(text, lineEnd),
    extensions: [
      base(given.label, lineEnd),
      access.of(accessOf(given.isReadOnly)),
      history(),
      bracketMatching(),
      highlightActiveLineGutter(),
      search({ top: true }),
      coloured(given.name),
      keymap.of([
        {
          key: 'Mod-s',
          preventDefault: true,
          run() {
            events.current.onSave?.()
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
  saved = state.toText(first)
  const view = new EditorView({ state, parent: host })
  if (given.isAtEnd)
    view.dispatch({ selection: { anchor: state.doc.length }, effects: EditorView.scrollIntoView(state.doc.length) })
  if (text !== first) tell(state.doc)
  return {
    text: () => view.state.sliceDoc(),
    setSaved(text) {
      saved = view.state.toText(text)
      tell(view.state.doc)
    },
    setReadOnly: (isReadOnly) => view.dispatch({ effects: access.reconfigure(accessOf(isReadOnly)) }),
    focus: () => view.focus(),
    dispose() {
      clearTimeout(counting)
      view.destroy()
    },
  }
}

type Side = { readonly label: string; readonly text: string }

export type CompareGiven = {
  /** The file's name, by which its language is known. */
  readonly name: string
  readonly left: Side
  readonly right: Side
  /** The right one can be edited, and parts of the left one be taken over into it. */
  readonly isEditable: boolean
}

/** Two texts beside each other. */
export type Compare = {
  /** The right text as it is now. */
  text(): string
  dispose(): void
}

/** How long comparing may take, in milliseconds; after that it is less exact. */
const withinMs = 500

/** CodeMirror's merge view: what differs is marked, long stretches without a difference are folded. */
export function openCompare(host: HTMLElement, { name, left, right, isEditable }: CompareGiven): Compare {
  const sideOf = ({ label, text }: Side, canEdit: boolean) => ({
    doc: text,
    extensions: [base(label, lineEndOf(text)), canEdit ? [] : readOnly, coloured(name)],
  })
  const merge = new MergeView({
    a: sideOf(left, false),
    b: sideOf(right, isEditable),
    parent: host,
    gutter: true,
    collapseUnchanged: { margin: 3, minSize: 6 },
    diffConfig: { timeout: withinMs },
    ...(isEditable && { revertControls: 'a-to-b' }),
  })
  return {
    text: () => merge.b.state.sliceDoc(),
    dispose: () => merge.destroy(),
  }
}

/** Invisible characters beyond those that the library shows by itself: blanks, marks of direction, tags, fillers. */
const alsoShown =
  /[\u00a0\u115f\u1160\u180e\u202a-\u202c\u2060-\u2065\u2068\u206a-\u206f\u2800\u3164\uffa0]|[\u{e0000}-\u{e00ff}]/u

const words = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close the search',
  'Revert this chunk': 'Take this part over',
}

/** Colours a text by its file's name, as soon as the rules of its language have loaded. */
function coloured(name: string): Extension {
  const language = languageOf(name)
  if (language === null) return []
  const rules = new Compartment()
  const load = ViewPlugin.define((view) => {
    void highlighting(language).then((loaded) => view.dispatch({ effects: rules.reconfigure(loaded) }))
    return {}
  })
  return [rules.of([]), load]
}

/**
 * What every text has: its line ends kept, line numbers, and invisible characters seen.
 * @param label its name for screen readers
 */
function base(label: string, lineEnd: LineEnd): Extension {
  return [
    EditorState.lineSeparator.of(lineEnd),
    EditorState.phrases.of(words),
    EditorView.clipboardInputFilter.of((text) => withLineEnds(text, lineEnd)),
    // With `tabindex` it counts as what takes the focus in a box that scrolls.
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.perLineTextDirection.of(true),
    highlightSpecialChars({ addSpecialChars: alsoShown }),
    lineNumbers(),
    look,
  ]
}

/** A text that can be read and searched. */
const readOnly: Extension = [EditorState.readOnly.of(true)]
