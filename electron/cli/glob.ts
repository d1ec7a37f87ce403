const literal = (text: string) =>
  [...text].map((sign) => (sign === '?' ? '.' : sign.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))).join('')

/**
 * A pattern with `*` and `?` as an expression for a whole text; capitals do not count. Each `*` takes the first place
 * where what follows it fits and never another, which is enough and keeps the time short whatever the names are.
 */
export function globOf(pattern: string): RegExp {
  const [head = '', ...rest] = pattern.split(/\*+/).map(literal)
  const tail = rest.pop()
  if (tail === undefined) return new RegExp(`^${head}$`, 'isu')
  const middle = rest.map((part, index) => `(?=(.*?${part}))\\${index + 1}`)
  return new RegExp(`^${head}${middle.join('')}.*${tail}$`, 'isu')
}
