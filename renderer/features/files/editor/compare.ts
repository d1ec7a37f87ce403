import { MergeView } from '@codemirror/merge'
import { base, languageFor, readOnly } from './base.ts'
import { lineEndOf } from './line-ends.ts'

export type Side = { readonly label: string; readonly text: string }

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
export async function openCompare(
  host: HTMLElement,
  { name, left, right, isEditable }: CompareGiven,
): Promise<Compare> {
  const language = await languageFor(name)
  const lineEnd = lineEndOf(right.text)
  const merge = new MergeView({
    a: { doc: left.text, extensions: [base(left.label, lineEndOf(left.text)), readOnly, language] },
    b: {
      doc: right.text,
      extensions: [base(right.label, lineEnd), isEditable ? [] : readOnly, language],
    },
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
