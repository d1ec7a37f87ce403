import type { AccountKeyHere, SshKey } from '../../../shared/model/account.ts'
import { isPrivateKey, isPublicKey } from '../../../shared/model/account.ts'
import { firstNames } from '../../../shared/model/text.ts'
import { day, when } from '../../ui/format.ts'

/** What is told of a key of an account, in a line. Takes unix milliseconds. */
export function accountKeyFacts(
  { identifier, lastUsedAt, createdAt, allowedIps }: AccountKeyHere,
  now: number,
): string {
  return [
    identifier,
    lastUsedAt === null ? 'never used' : `used ${when(lastUsedAt, now)}`,
    ...(createdAt === null ? [] : [`made ${day(createdAt)}`]),
    allowedIps.length === 0 ? 'from any address' : `only from ${firstNames(allowedIps)}`,
  ].join(' · ')
}

/** The question before a key of an account is deleted; a key of this app loses its servers by it. */
export function removeKeyWords({ description, identifier, usedBy }: AccountKeyHere): { title: string; text: string } {
  const title = `Delete “${description || identifier}”?`
  if (usedBy === null)
    return { title, text: 'Programs that use this key stop working at once. It can’t be brought back.' }
  return {
    title,
    text: `This app uses it as “${usedBy.label}”, and can’t reach those servers any more until you give it another token. It can’t be brought back.`,
  }
}

/** What is told of an SSH key, in a line. */
export const sshKeyFacts = ({ fingerprint, createdAt }: SshKey): string =>
  createdAt === null ? fingerprint : `${fingerprint} · added ${day(createdAt)}`

/** What is wrong with a pasted public key; null when nothing is, or nothing is typed yet. */
export function publicKeyTrouble(typed: string): { message: string; hint: string } | null {
  if (typed.trim() === '' || isPublicKey(typed)) return null
  return isPrivateKey(typed)
    ? { message: 'This is a private key. It was not sent.', hint: 'Paste the public one, which often ends in .pub.' }
    : {
        message: 'This doesn’t look like a public key.',
        hint: 'It is one line that begins with ssh-ed25519 or ssh-rsa.',
      }
}
