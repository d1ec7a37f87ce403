import type { FileHandle } from 'node:fs/promises'

/** So much is gathered before it is written, in bytes; a socket gives 64 KiB, and each write costs a thread its waking. */
const pieceBytes = 1024 * 1024
/** The disk is asked to have written what it has whenever so many bytes more are there. */
const syncBytes = 32 * pieceBytes

/**
 * Bytes that go to the end of a file in large pieces. One piece is written while the next one comes. The disk begins to
 * write for good meanwhile, so that the sync at the end of a large file has little left to wait for. Two pieces are in
 * memory at most.
 */
export function createGatheredWrites(file: Pick<FileHandle, 'write' | 'datasync'>) {
  let piece: Buffer | null = null
  let spare: Buffer | null = null
  let [filled, unsynced] = [0, 0]
  let writing: Promise<void> = Promise.resolve()
  let syncing: Promise<void> | null = null
  let failure: { readonly thrown: unknown } | null = null

  const note = (thrown: unknown) => {
    failure ??= { thrown }
  }

  function syncAtSteps(): void {
    if (unsynced < syncBytes || syncing !== null) return
    unsynced = 0
    syncing = file
      .datasync()
      .catch(note)
      .then(() => {
        syncing = null
      })
  }

  async function writeAll(full: Buffer): Promise<void> {
    for (let at = 0; at < full.byteLength; ) at += (await file.write(full, at)).bytesWritten
    unsynced += full.byteLength
  }

  async function begin(): Promise<void> {
    await writing
    if (failure !== null) throw failure.thrown
    if (piece === null) return
    syncAtSteps()
    writing = writeAll(piece.subarray(0, filled)).catch(note)
    const next = spare
    spare = piece
    piece = next
    filled = 0
  }

  return {
    /** Takes a copy, and waits only while two pieces are full. Throws what an earlier piece met. */
    async write(chunk: Uint8Array): Promise<void> {
      for (let at = 0; at < chunk.byteLength; ) {
        if (filled === pieceBytes) await begin()
        piece ??= Buffer.allocUnsafeSlow(pieceBytes)
        const part = chunk.subarray(at, at + pieceBytes - filled)
        piece.set(part, filled)
        filled += part.byteLength
        at += part.byteLength
      }
      if (failure !== null) throw failure.thrown
    },
    /**
     * Writes what is gathered, and throws what anything has met by then, also a sync: the system tells of that only once.
     */
    async flush(): Promise<void> {
      await begin()
      await writing
      await syncing
      if (failure !== null) throw failure.thrown
    },
    /** Waits until nothing goes on with the file, whatever became of it. */
    async settle(): Promise<void> {
      await writing
      await syncing
    },
  }
}
