import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { decoded } from '../lib/decoded.ts'
import { isAppUrl } from './origin.ts'

/** The window loads its own files and nothing else. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // xterm.js measures and colours its text with style elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // No page may turn text into markup or script addresses; no policy allows it.
  "trusted-types 'none'",
].join('; ')

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * The file for an address of the app's pages. Null for another host, and for anything outside `root`: encoded dots and
 * slashes, backslashes, drive letters, null bytes.
 */
export function assetPath(root: string, address: string): string | null {
  const url = URL.parse(address)
  if (url === null || !isAppUrl(address)) return null
  const path = decoded(url.pathname)
  if (path === null || /[\\\0:]/.test(path)) return null
  const file = join(root, path === '/' ? 'index.html' : path)
  const inside = relative(root, file)
  return inside === '' || inside === '..' || inside.startsWith(`..${sep}`) ? null : file
}

/** Answers a request of the window from the built files. */
export async function serveAsset(root: string, request: { url: string; method: string }): Promise<Response> {
  const file = assetPath(root, request.url)
  const type = file === null ? undefined : types[extname(file)]
  if (file === null || type === undefined || request.method !== 'GET') return new Response(null, { status: 404 })
  try {
    const body = await readFile(file)
    return new Response(new Uint8Array(body), {
      headers: {
        'Content-Type': type,
        'Content-Security-Policy': contentSecurityPolicy,
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cache-Control': 'no-cache',
      },
    })
  } catch {
    return new Response(null, { status: 404 })
  }
}
