import { ClipboardItem, clipboard } from 'electron'
import type { SystemClipboard } from '../databases/copied-secret.ts'

/** The system's clipboard; what goes in at once is one thing in several forms. */
export const systemClipboard: SystemClipboard = {
  readText: () => clipboard.readText(),
  write: (forms) => clipboard.write([new ClipboardItem({ ...forms })]),
  clear: () => clipboard.clear(),
}
