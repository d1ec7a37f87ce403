/** `node build/release-notes.ts 0.1.0`: prints what CHANGELOG.md says of a version, as the text of its release. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * The section of one version, without its heading: `## [0.1.0] - 2026-01-15`, or `## [Unreleased]: 0.1.0` before it has a
 * date. Null where there is none, or nothing in it.
 */
export function releaseNotes(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => {
    const [heading = ''] = text.split('\n', 1)
    return heading.startsWith(`[${version}]`) || heading.trim() === `[Unreleased]: ${version}`
  })
  const body = section?.replace(/^.*\n/, '').trim()
  return body || null
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const version = (process.argv[2] ?? '').replace(/^v/, '')
  const notes = releaseNotes(readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8'), version)
  if (notes === null) {
    console.error(`CHANGELOG.md says nothing of ${version || 'no version'}.`)
    process.exitCode = 1
  } else console.log(notes)
}
