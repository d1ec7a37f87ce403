import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightSpecialChars, lineNumbers } from '@codemirror/view'
import { languageOf } from '../language.ts'
import { highlighting } from './languages.ts'
import { type LineEnd, withLineEnds } from './line-ends.ts'
import { look } from './look.ts'

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

/** The language of a file by its name; nothing where none is known. Its rules are loaded now. */
export async function languageFor(name: string): Promise<Extension> {
  const language = languageOf(name)
  return language === null ? [] : highlighting(language)
}

/**
 * What every text has: its line ends kept, line numbers, and invisible characters seen.
 * @param label its name for screen readers
 */
export function base(label: string, lineEnd: LineEnd): Extension {
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
export const readOnly: Extension = [EditorState.readOnly.of(true)]
