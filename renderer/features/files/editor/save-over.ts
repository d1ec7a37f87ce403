import type { TextFile } from '../../../../shared/files/contract.ts'

/**
 * What a save of a text over a file sends. What was read is kept as the version before, but for a text that the panel
 * converted: that is not what the file has.
 */
export const saveOver = ({ text: read, format, stamp, isConverted }: TextFile, text: string) => ({
  text,
  format,
  seen: stamp,
  before: isConverted ? null : read,
})
