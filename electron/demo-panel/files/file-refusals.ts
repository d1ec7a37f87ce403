import { type Dialect, daemonRefusals } from '../http/dialect.ts'
import { refusal } from '../http/envelope.ts'
import { refuse } from '../http/refused.ts'
import type { Reply } from '../http/reply.ts'
import type { Trouble } from '../machine/file-tree.ts'

export const notThere = { status: 404, detail: 'The requested resources was not found on the system' } as const

/** How a panel passes on what a node says of files: one with the node's words, the other by the class of an error alone. */
export function fileRefusals(dialect: Dialect) {
  const { refused, unreachable } = daemonRefusals(dialect)
  const of = ({ status, detail, isThere }: NonNullable<Trouble>): Reply =>
    dialect === 'pelican' && isThere ? refusal.failed('FileExistsException') : refused(status, detail)
  return {
    unreachable,
    of,
    /** Ends the operation where something went wrong. */
    check(trouble: Trouble) {
      if (trouble !== null) refuse(of(trouble))
    },
    /** A file that can't be read as one. */
    unreadable: (trouble: NonNullable<Trouble>): Reply =>
      dialect === 'pelican'
        ? refusal.failed(trouble.status === 404 ? 'FileNotFoundException' : 'FileNotEditableException')
        : refused(trouble.status, trouble.detail),
  }
}
