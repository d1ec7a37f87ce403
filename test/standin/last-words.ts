/** Messages with which Chromium dies of something that a person can fix, and the fix. */
const remedies: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/SkFontMgr|fontconfig/i, 'It found no font. Installing one helps (Debian: fonts-dejavu-core).'],
  [
    /error while loading shared libraries: (\S+?):/,
    'The library $1 is missing. Installing the package that has it helps.',
  ],
  [/Missing X server|cannot open display|failed to initialize\. Exiting/i, 'The display does not let it in.'],
  [
    /\/dev\/shm|shared memory/i,
    'Its shared memory, /dev/shm, is full or too small. A larger one helps (docker run --shm-size=1g).',
  ],
  [/out of memory|Cannot allocate memory/i, 'Memory ran out. Ending other programs helps.'],
  [/No space left on device/i, 'The disk is full.'],
]

/** What a person can do about an end with this output; undefined where it does not say. */
export function remedyFor(said: string): string | undefined {
  for (const [pattern, remedy] of remedies) {
    const match = pattern.exec(said)
    if (match !== null) return remedy.replace('$1', match[1] ?? '')
  }
  return undefined
}

/**
 * Describes the end of Chromium or of one of its pages: what ended and how, what would help, and the last output.
 * @param what such as `The page app://servertray/`
 * @param how a signal, an exit code, or Chromium's name for it
 * @param said the end of Chromium's standard error
 */
export function describeEnd({ what, how, said }: { what: string; how: string; said: string }): string {
  const last = said.trim().split('\n').slice(-5).join('\n')
  return [
    `${what} ended by itself (${how}).`,
    remedyFor(`${how}\n${said}`) ?? 'Why is not known.',
    ...(last === '' ? [] : [`Chromium’s last words:\n${last}`]),
  ].join(' ')
}
