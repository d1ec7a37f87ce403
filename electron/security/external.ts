import { shell } from 'electron'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'

/** Opens a web page in the person's browser: https anywhere, http only on this computer. */
export async function openExternal(address: string): Promise<Result<void>> {
  const url = URL.parse(address)
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url === null || !(url.protocol === 'https:' || isLocal)) return fail('invalid-address')
  await shell.openExternal(url.href)
  return ok()
}
