/** A JSON object whose fields nobody vouches for. */
export type Fields = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for a server's fields with something among them that only Pelican tells (its `ServerTransformer`). */
export function isToldByPelican({ limits, sftp_details: sftp }: Fields): boolean {
  return (isObject(sftp) && 'alias' in sftp) || (isObject(limits) && 'oom_killer' in limits)
}
