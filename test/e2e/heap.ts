import type { Page } from 'playwright-core'

/** Whether a text stands in a page's memory: in strings, closures, or anything else a heap snapshot holds. */
export async function heapContains(page: Page, text: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page)
  // Snapshots are JSON, so the text is sought as JSON writes it; pieces overlap by its length.
  const sought = JSON.stringify(text).slice(1, -1)
  let isFound = false
  let tail = ''
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    const piece = tail + chunk
    isFound ||= piece.includes(sought)
    tail = piece.slice(-sought.length)
  })
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return isFound
}
