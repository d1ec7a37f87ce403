/** The ways to shorten a name to two letters, the best first. */
function candidates(name: string): string[] {
  const [first = '', second = ''] = name.split(/[\s._-]+/).filter(Boolean)
  const letters = [...first]
  const [initial = '?'] = letters
  const capital = initial.toUpperCase()
  const others = [letters[1], [...second][0]?.toUpperCase(), ...letters.slice(2)].filter((other) => other !== undefined)
  return [
    ...others.map((other) => capital + other),
    ...(letters.length < 2 ? [capital] : []),
    ...Array.from({ length: 9 }, (_, i) => `${capital}${i + 1}`),
  ]
}

/** Two letters for each name, as different as the names are: `Ho` for `Home panel`, `HP` for a second one of that start. */
export function monograms(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const all = candidates(name)
    const free = all.find((short) => !taken.has(short)) ?? all[0] ?? '?'
    taken.add(free)
    return free
  })
}
