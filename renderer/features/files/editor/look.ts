import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--term-blue)' },
  { tag: [tags.string, tags.special(tags.string), tags.quote], color: 'var(--term-green)' },
  { tag: [tags.number, tags.bool, tags.atom, tags.null], color: 'var(--term-yellow)' },
  { tag: [tags.keyword, tags.heading, tags.meta, tags.processingInstruction], color: 'var(--term-magenta)' },
  { tag: [tags.tagName, tags.typeName, tags.standard(tags.variableName)], color: 'var(--term-cyan)' },
  { tag: tags.attributeName, color: 'var(--term-yellow)' },
  { tag: tags.invalid, color: 'var(--term-red)' },
])

/** The editor in the page's own colours, which follow light and dark by themselves. */
const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--term)', backgroundColor: 'var(--term-bg)', fontSize: 'var(--t-s)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '18px' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 var(--s4) 0 var(--s2)' },
  '.cm-content ::selection, .cm-line::selection, .cm-line ::selection': { backgroundColor: 'var(--term-select)' },
  '.cm-gutters': { color: 'var(--term-dim)', backgroundColor: 'var(--term-bg)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '32px', padding: '0 6px 0 var(--s3)' },
  '.cm-activeLineGutter': { color: 'var(--text)', backgroundColor: 'transparent' },
  '.cm-specialChar': { color: 'var(--bad)' },
  '.cm-searchMatch': { backgroundColor: 'var(--term-match)' },
  '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: 'var(--term-match-now)' },
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--bg)', fontFamily: 'var(--font)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 32px 2px var(--s3)', fontSize: 'var(--t-s)' },
  '.cm-panel.cm-search br': { display: 'block' },
  '.cm-textfield, .cm-button': { height: 'var(--h2)', borderRadius: 'var(--r1)', color: 'var(--text)' },
  '.cm-textfield': {
    padding: '0 6px',
    border: '1px solid var(--field)',
    backgroundColor: 'var(--surface)',
    font: 'var(--t-s) var(--font)',
  },
  '.cm-button': {
    padding: '0 var(--s2)',
    border: '1px solid var(--line-strong)',
    backgroundColor: 'var(--control)',
    backgroundImage: 'none',
    font: 'var(--w-medium) var(--t-s) var(--font)',
  },
  '.cm-button:hover': { backgroundColor: 'var(--control-hover)' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 'var(--gap)',
    margin: '0 var(--s2) 0 0',
    fontSize: 'var(--t-s)',
  },
  '.cm-panel.cm-search input[type=checkbox]': { margin: '0' },
  '.cm-panel.cm-search [name=close]': { width: 'var(--h1)', height: 'var(--h1)', top: '6px', color: 'var(--text-2)' },
  // Two texts beside each other.
  '.cm-collapsedLines': { color: 'var(--text-2)', background: 'var(--hover)' },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯"' },
  // The line has its colour already, and the words on it must stay readable.
  '.cm-insertedLine, .cm-deletedLine': { backgroundColor: 'transparent' },
  '.cm-changedLine span': { color: 'var(--text)' },
  '&.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--bad-soft)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'color-mix(in srgb, var(--ok) 14%, transparent)' },
  '&.cm-merge-a .cm-changedText': { background: 'color-mix(in srgb, var(--bad) 28%, transparent)' },
  '&.cm-merge-b .cm-changedText': { background: 'color-mix(in srgb, var(--ok) 32%, transparent)' },
  '&.cm-merge-a .cm-changedLineGutter': { background: 'var(--bad)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--ok)' },
})

/** How every text looks, with the colours of its language. */
export const look: Extension = [theme, syntaxHighlighting(colours)]
