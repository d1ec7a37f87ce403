import type { KeyId } from './identifier.ts'

/** An API key of an account, as its panel lists it. Its token is nowhere in it. Times are unix milliseconds. */
export type AccountKeyHere = {
  /** The first characters of its token, by which the panel names it. */
  identifier: string
  description: string
  /** Addresses and ranges that it may be used from; none for any. */
  allowedIps: string[]
  /** Null where it was never used, or the panel does not tell. */
  lastUsedAt: number | null
  createdAt: number | null
  /** The key of this app that it is; null where this app does not use it. */
  usedBy: { keyId: KeyId; label: string } | null
}

/** The same as the panel alone tells it. */
export type AccountKey = Omit<AccountKeyHere, 'usedBy'>

/** An SSH key of an account, with which its owner gets at files over SFTP. */
export type SshKey = {
  name: string
  fingerprint: string
  createdAt: number | null
}

/** The keys of the account behind a key of this app. */
export type AccountKeys = {
  /** The account's name on its panel. */
  username: string
  keys: AccountKeyHere[]
  /** A rotation of this key is not finished: the panel may have one key more than it should. */
  isRotating: boolean
}

/** What came of a rotation; `unfinished`: the new key is in use or not, and the panel may still have the other one. */
export type RotationEnd = 'rotated' | 'unfinished'

/** Maximum number of keys that are read of an account; panels allow some 25 of each. */
export const maxAccountKeys = 200

/** Whether a text is a private key, which is never to leave this computer. */
export const isPrivateKey = (text: string): boolean => /PRIVATE KEY|^PuTTY-User-Key-File/m.test(text)

/** Whether a text looks like a public key for SSH: one line of OpenSSH, or a block as other programs write it. */
export const isPublicKey = (text: string): boolean =>
  !isPrivateKey(text) &&
  (/^(?:ssh-(?:rsa|ed25519)|ecdsa-sha2-nistp\d{3}|sk-[\w@.-]+) [A-Za-z0-9+/=]{40,}(?: .*)?$/.test(text.trim()) ||
    /^-{4,5} ?BEGIN (?:SSH2 |RSA )?PUBLIC KEY ?-{4,5}/.test(text.trim()))
