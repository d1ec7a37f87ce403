import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { own } from '../../shared/own.ts'
import { ok } from '../../shared/result.ts'
import { withLock } from '../lib/lock.ts'
import { parseJson } from '../lib/parse-json.ts'
import { replaceFile } from '../lib/replace-file.ts'

/** A store for the ciphertexts of a backend that encrypts but does not store. */
export type CiphertextStore = {
  read(account: string): string | null
  /** Rejects when the text cannot be written. */
  write(account: string, ciphertext: string | null): Promise<void>
}

/** What safe-storage encrypted, in base64, by key id. */
type Ciphertexts = Readonly<Record<string, string>>

const fileSchema = z.object({ version: z.literal(1), ciphertexts: z.record(z.string(), z.string()) })

const pathIn = (folder: string) => join(folder, 'ciphertexts.json')

/** The file's content; empty where there is no file or it is damaged, so that its keys ask for their tokens again. */
function readCiphertexts(folder: string): Ciphertexts {
  const path = pathIn(folder)
  const parsed = fileSchema.safeParse(existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : undefined)
  return parsed.success ? parsed.data.ciphertexts : {}
}

/**
 * Keeps the ciphertexts of safe-storage in a file of their own, of which no backup is made, so that nothing is left of
 * a removed key. The app and the command line may both write it.
 */
export function openCiphertexts(folder: string): CiphertextStore {
  return {
    read: (account) => own(readCiphertexts(folder), account) ?? null,
    async write(account, ciphertext) {
      const written = withLock(join(folder, 'settings.lock'), () => {
        const { [account]: _, ...rest } = readCiphertexts(folder)
        const ciphertexts = ciphertext === null ? rest : { ...rest, [account]: ciphertext }
        replaceFile(pathIn(folder), JSON.stringify({ version: 1, ciphertexts }, null, 2))
        return ok()
      })
      if (!written.ok) throw new Error(written.error.message)
    },
  }
}
