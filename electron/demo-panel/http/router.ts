/** The method and path of a route; a part that begins with `:` matches any one part. */
export type Route = { readonly method: string; readonly path: string }

export type Match<R> =
  | { readonly kind: 'found'; readonly route: R; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong-method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' }

/**
 * Finds the route of a request. HEAD is treated as GET, and one slash at the end is ignored. As on real panels a slash is
 * one however it is written: Laravel undoes `%2F` before it looks for a route (its `UriValidator`).
 */
export function match<R extends Route>(routes: readonly R[], method: string, path: string): Match<R> {
  const wanted = method === 'HEAD' ? 'GET' : method
  const parts = partsOf(path)
  if (parts === null) return { kind: 'none' }
  const allowed: string[] = []
  for (const route of routes) {
    const params = paramsOf(route.path, parts)
    if (params === null) continue
    if (route.method === wanted) return { kind: 'found', route, params }
    if (!allowed.includes(route.method)) allowed.push(route.method)
  }
  return allowed.length > 0 ? { kind: 'wrong-method', allowed } : { kind: 'none' }
}

function partsOf(path: string): readonly string[] | null {
  try {
    return decodeURIComponent(path.replace(/\/$/, '')).split('/')
  } catch {
    return null
  }
}

function paramsOf(pattern: string, parts: readonly string[]): Record<string, string> | null {
  const expected = pattern.replace(/\/$/, '').split('/')
  if (expected.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, name] of expected.entries()) {
    const part = parts[index] ?? ''
    if (name.startsWith(':') && part !== '') params[name.slice(1)] = part
    else if (name !== part) return null
  }
  return params
}
