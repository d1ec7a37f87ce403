import { shell } from 'electron'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import { reachOf } from '../network/hosts.ts'

/** Opens a web page in the person's browser: https anywhere, http where a panel may have it too. */
export async function openExternal(address: string): Promise<Result<void>> {
  const url = URL.parse(address)
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && reachOf(url.hostname) !== 'public')
  if (url === null || !isAllowed) return fail('invalid-address')
  await shell.openExternal(url.href)
  return ok()
}
