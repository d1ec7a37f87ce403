import type { SftpAddress } from '../../shared/model/file.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { CallOptions } from '../panel/call-options.ts'
import { permits } from '../panel/server-facts.ts'
import type { PanelClient } from '../panel/types.ts'

const notAllowed = {
  message: 'The account of this key may not use SFTP on this server.',
  hint: 'Ask the server’s owner for the permission “file.sftp”.',
}

/** An IPv6 address stands in brackets in an address. */
const inAddress = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)

/** Where a server's files are reached by SFTP (the panel's API, part 2, *SFTP*). */
export async function sftpAddress(
  client: Pick<PanelClient, 'readServer' | 'account'>,
  identifier: string,
  options: CallOptions,
): Promise<Result<SftpAddress>> {
  const facts = await client.readServer(identifier, options)
  if (!facts.ok) return facts
  const { sftp, permissions } = facts.value
  if (sftp === null) return fail('not-on-panel')
  if (!permits(permissions, 'file.sftp')) return fail('permission-lacking', notAllowed)
  const account = await client.account.read(options)
  if (!account.ok) return account
  if (account.value.username === null) return fail('malformed-answer')
  const username = `${account.value.username}.${identifier}`
  const url = `sftp://${encodeURIComponent(username)}@${inAddress(sftp.host)}:${sftp.port}`
  return ok({ url, ...sftp, username })
}
