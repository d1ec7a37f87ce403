import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The policy that the app sends with its window. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves the built window on loopback under its policy. */
export async function serveWindow(): Promise<{ url: string; close(): void }> {
  const root = new URL('../../out/renderer/', import.meta.url)
  const server = createServer(async (request, response) => {
    try {
      const path = new URL(request.url ?? '/', 'http://window').pathname
      const file = fileURLToPath(new URL(`.${path === '/' ? '/index.html' : path}`, root))
      const body = await readFile(file)
      response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream')
      response.setHeader('Content-Security-Policy', policy)
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
