import { decoded } from '../../lib/decoded.ts'

/** The method and path of a route; a part that begins with `:` matches any one part. */
type Route = { readonly method: string; readonly path: string }

/**
 * Finds the route of a request; where there is none, the methods that its path allows. HEAD is treated as GET, and one
 * slash at the end is ignored. As on real panels a slash is one however it is written: Laravel undoes `%2F` before it
 * looks for a route (its `UriValidator`).
 */
export function match<R extends Route>(routes: readonly R[], method: string, path: string) {
  const parts = partsOf(path)
  const found = routes.flatMap((route) => {
    const params = parts && paramsOf(route.path, parts)
    return params === null ? [] : [{ route, params }]
  })
  const wanted = method === 'HEAD' ? 'GET' : method
  const allowed = [...new Set(found.map(({ route }) => route.method))]
  return { found: found.find(({ route }) => route.method === wanted) ?? null, allowed }
}

const partsOf = (path: string): readonly string[] | null => decoded(path.replace(/\/$/, ''))?.split('/') ?? null

function paramsOf(pattern: string, parts: readonly string[]): Readonly<Record<string, string>> | null {
  const expected = pattern.split('/')
  if (expected.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [at, name] of expected.entries()) {
    const part = parts[at] ?? ''
    if (name.startsWith(':') && part !== '') params[name.slice(1)] = part
    else if (name !== part) return null
  }
  return params
}
