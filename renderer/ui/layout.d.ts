import 'react'

/** A distance of tokens.css; none at all where it is empty. */
type Gap = '' | 's1' | 'gap' | 's2' | 's3' | 's4'

declare module 'react' {
  interface HTMLAttributes<T> {
    /** What is in it stands beside one another, in the middle of the line, so far apart. */
    'data-flex'?: Gap | undefined
    /** What is in it stands below one another, so far apart. */
    'data-stack'?: Gap | undefined
    /** What is in it stands in its middle. */
    'data-center'?: true | undefined
    /** What has no room in a line goes to the next one. */
    'data-wrap'?: true | undefined
    /** Takes the room that is left of a line, and may be cut. */
    'data-fill'?: true | undefined
    /** Takes the height that is left; what is in it stands below one another, and a part of it may take what is left again. */
    'data-frame'?: true | undefined
    /** Stands at the end of its line. */
    'data-end'?: true | undefined
    /** What is higher than it is scrolled. */
    'data-scroll'?: true | undefined
    /** Parted by a line from what is above or below it. */
    'data-edge'?: 'top' | 'bottom' | undefined
    /** Has a line around it. */
    'data-box'?: true | undefined
    /** In the colour of what stands at the edges of a part. */
    'data-shade'?: true | undefined
    /** Changes its colour where it is pointed at. */
    'data-hover'?: true | undefined
    /** Has the ring of what has the focus in it. */
    'data-ring'?: true | undefined
    /** Small words: `note` what is said beside the matter, `faint` what matters least. */
    'data-text'?: 'small' | 'note' | 'faint' | undefined
  }
}
