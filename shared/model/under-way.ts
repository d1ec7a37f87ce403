const ended: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled', 'not-seen', 'unknown'])

/** Whether a transfer, a backup or a reinstall has not come to its end. */
export const isUnderWay = ({ phase }: { readonly phase: string }): boolean => !ended.has(phase)
