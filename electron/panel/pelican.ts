import { type Fields, isObject } from './shapes.ts'

/** True for a server's fields with something among them that only Pelican tells (its `ServerTransformer`). */
export function isToldByPelican({ limits, sftp_details: sftp }: Fields): boolean {
  return (isObject(sftp) && 'alias' in sftp) || (isObject(limits) && 'oom_killer' in limits)
}
