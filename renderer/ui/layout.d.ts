import 'react'

/** A distance of tokens.css; none at all where it is empty. */
type Gap = '' | 's1' | 'gap' | 's2' | 's3' | 's4'

declare module 'react' {
  interface HTMLAttributes<T> {
    /** What is in it stands beside one another, in the middle of the line, so far apart. */
    'data-flex'?: Gap | undefined
    /** What is in it stands below one another, so far apart. */
    'data-stack'?: Gap | undefined
    /** What has no room in a line goes to the next one. */
    'data-wrap'?: true | undefined
    /** Takes the room that is left of a line, and may be cut. */
    'data-fill'?: true | undefined
    /** Takes the height that is left; what is in it stands below one another, and a part of it may take what is left again. */
    'data-frame'?: true | undefined
    /** Small words: `note` what is said beside the matter, `faint` what matters least. */
    'data-text'?: 'small' | 'note' | 'faint' | undefined
  }
}
