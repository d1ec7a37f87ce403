import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serveAsset } from '../../electron/security/assets.ts'
import { appOrigin } from '../../electron/security/origin.ts'

/**
 * Serves the built window on loopback, by the app's own code and under its policy.
 * @param scripts of the test itself, by their paths
 */
export async function serveWindow(
  scripts: Readonly<Record<string, string>> = {},
): Promise<{ url: string; close(): void }> {
  const root = fileURLToPath(new URL('../../out/renderer/', import.meta.url))
  const server = createServer(async ({ url = '/', method = 'GET' }, response) => {
    const script = scripts[url]
    const asset = script
      ? new Response(script, { headers: { 'Content-Type': 'text/javascript' } })
      : await serveAsset(root, { url: appOrigin + url, method })
    // A file's name changes with what is in it, so a page that is opened again has its scripts compiled.
    if (url.startsWith('/assets/')) asset.headers.set('Cache-Control', 'max-age=3600')
    response.writeHead(asset.status, Object.fromEntries(asset.headers))
    response.end(Buffer.from(await asset.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
