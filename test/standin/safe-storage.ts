import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SafeStorage } from 'electron'
import { choices, whenChosen } from './choices.ts'
import { strict } from './strict.ts'

type Shape = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>

/** Chromium's fallback on Linux has one key for everybody (`posix_key_provider.cc`); so has this. */
const everybodysKey = Buffer.alloc(32, 'peanuts')

/**
 * Encrypts as Electron 45 does: a tag of three characters tells whose key it was. On Linux without a keyring that is
 * `v10`, the key that everybody knows, and the availability is told all the same. The keyring's own key is a file of the
 * profile here, which no system would do.
 */
export function createSafeStorage(app: { getPath(name: 'userData'): string }, platform = process.platform) {
  const hasFallback = platform === 'linux'
  const ownTag = hasFallback ? 'v11' : 'v10'

  function ownKey(): Buffer {
    const path = join(app.getPath('userData'), 'standin-keyring')
    if (!existsSync(path)) writeFileSync(path, randomBytes(32), { mode: 0o600 })
    return readFileSync(path)
  }

  const answered = () => whenChosen(() => choices.safeStorage !== 'late')

  function encrypt(text: string, tag: string, key: Buffer): Buffer {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.from(tag), nonce, cipher.getAuthTag(), encrypted])
  }

  function decrypt(ciphertext: Buffer, key: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', key, ciphertext.subarray(3, 15))
    decipher.setAuthTag(ciphertext.subarray(15, 31))
    return Buffer.concat([decipher.update(ciphertext.subarray(31)), decipher.final()]).toString('utf8')
  }

  return strict('safeStorage', {
    async isAsyncEncryptionAvailable() {
      await answered()
      return true
    },
    async encryptStringAsync(plainText) {
      await answered()
      if (choices.safeStorage === 'works') return encrypt(plainText, ownTag, ownKey())
      if (hasFallback) return encrypt(plainText, 'v10', everybodysKey)
      throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.')
    },
    async decryptStringAsync(encrypted) {
      await answered()
      const tag = encrypted.subarray(0, 3).toString()
      if (tag === ownTag && choices.safeStorage === 'locked') {
        throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.')
      }
      try {
        const isOwn = tag === ownTag && choices.safeStorage === 'works'
        return { shouldReEncrypt: false, result: decrypt(encrypted, isOwn ? ownKey() : everybodysKey) }
      } catch {
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.')
      }
    },
  } satisfies Shape)
}
