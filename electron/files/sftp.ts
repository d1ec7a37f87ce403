import ipaddr from 'ipaddr.js'
import { permits } from '../../shared/keys/rights.ts'
import { bracketed, withPort } from '../../shared/model/host-port.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { readAccount } from '../panel/account.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { PanelClient } from '../panel/client.ts'

const notAllowed = {
  message: 'The account of this key may not use SFTP on this server.',
  hint: 'Ask the server’s owner for the permission “file.sftp”.',
}

const notSafe = {
  message: 'The SFTP address that the panel gave is not safe to open.',
  hint: 'Copy the address, and look at it before you use it.',
}

/** Where files are reached by SFTP, in parts and as an address. */
type SftpAddress = {
  readonly url: string
  readonly host: string
  readonly port: number
  readonly username: string
}

/** Where a server's files are reached by SFTP (the panel's API, part 2, *SFTP*). */
export async function sftpAddress(
  client: Pick<PanelClient, 'readServer' | 'read'>,
  identifier: string,
  options: CallOptions,
): Promise<Result<SftpAddress>> {
  const facts = await client.readServer(identifier, options)
  if (!facts.ok) return facts
  const { sftp, permissions } = facts.value
  if (sftp === null) return fail('not-on-panel')
  if (!permits(permissions, 'file.sftp')) return fail('permission-lacking', notAllowed)
  const account = await readAccount(client, options)
  if (!account.ok) return account
  if (account.value.username === null) return fail('malformed-answer')
  const username = `${account.value.username}.${identifier}`
  const url = `sftp://${encodeURIComponent(username)}@${withPort(sftp.host, sftp.port)}`
  return ok({ url, ...sftp, username })
}

/** Panels have names of letters, digits, `.`, `_` and `-`. None begins like an option of a program. */
const userShape = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,254}$/u
/** Without any character that would begin another part of an address. */
const hostChars = /^[\p{L}\p{N}_.:[\]-]+$/u
const hostNameShape = /^(?=.{1,253}$)\w(?:[\w-]*\w)?(?:\.\w(?:[\w-]*\w)?)*\.?$/

/**
 * The address as a program of the person may be given it: user and host are a panel's words, so that anything that is no
 * plain name or address is refused, above all what a program could take for an option.
 */
export function safeSftpUrl({ username, host, port }: Omit<SftpAddress, 'url'>): Result<string> {
  // A browser's reading: other scripts become ASCII, numbers an address.
  const url = hostChars.test(host) ? URL.parse(`https://${bracketed(host)}`) : null
  if (url === null || url.href !== `https://${url.hostname}/`) return fail('sftp-not-opened', notSafe)
  const { hostname } = url
  const isHost = ipaddr.isValid(hostname.replace(/^\[|\]$/g, '')) || hostNameShape.test(hostname)
  if (!isHost || !userShape.test(username)) return fail('sftp-not-opened', notSafe)
  return ok(`sftp://${encodeURIComponent(username)}@${hostname}:${port}`)
}
