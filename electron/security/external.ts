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

/** Opens a web page that a server's console named, after the person's yes to this very address. */
export async function openLink(address: string): Promise<Result<void>> {
  const url = URL.parse(address)
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return fail('invalid-address')
  await shell.openExternal(url.href)
  return ok()
}
