import { z } from 'zod'

const repositorySchema = z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)])

/** Where releases live: a project on GitHub, and the page of its releases. */
export type ReleasesPlace = { readonly owner: string; readonly repo: string; readonly page: string }

/** From `repository` in package.json, in any of npm's spellings; null while there is none. @throws on one elsewhere */
export function releasesPlace(manifest: object): ReleasesPlace | null {
  if (!('repository' in manifest)) return null
  const text = repositorySchema.parse(manifest.repository)
  const [, owner, repo] =
    /^(?:github:|(?:git\+)?https:\/\/github\.com\/)?([\w-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(text) ?? []
  if (owner === undefined || repo === undefined)
    throw new Error(`Releases are looked for on GitHub only, not at ${text}`)
  return { owner, repo, page: `https://github.com/${owner}/${repo}/releases` }
}
