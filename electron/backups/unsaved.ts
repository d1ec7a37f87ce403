import type { ServerRef } from '../../shared/model/identifier.ts'

/** A server that was told not to save by itself, or may have been. */
export type Unsaved = {
  readonly ref: ServerRef
  /** Its name at that time. */
  readonly name: string
  /** The console command that lets it save again. */
  readonly undo: string
  /** That command went out, or may have; false also where it surely did not. */
  readonly isUndoSent: boolean
}
