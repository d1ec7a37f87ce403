/**
 * Structured clone as text, for values on their way between the main process and a page. The platform's
 * own `structuredClone` does the cloning on the sender's side, with its rules and refusals; this writes its
 * result down and reads it again. Of what can be cloned it carries values, arrays and plain objects, which is all
 * that the app sends; dates, maps, bytes and their kin it does not implement, and says so.
 *
 * One self-contained function, because its source also runs inside the page.
 */
export function createCloneCodec() {
  type Note = readonly [tag: string, ...rest: unknown[]]
  const refusal = 'An object could not be cloned.'

  function notePrimitive(value: unknown): Note | undefined {
    switch (typeof value) {
      case 'undefined':
        return ['u']
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0)
          ? ['v', value]
          : ['d', Object.is(value, -0) ? '-0' : String(value)]
      case 'string':
      case 'boolean':
        return ['v', value]
      default:
        return value === null ? ['v', null] : undefined
    }
  }

  /** @throws Error with Electron's words where the value cannot be cloned */
  function encode(value: unknown): string {
    let copy: unknown
    try {
      copy = structuredClone(value)
    } catch {
      throw new Error(refusal)
    }
    const seen = new Map<unknown, number>()

    function noteFields(object: object): Note[] {
      return Object.entries(object).map(([key, inner]) => [key, note(inner)])
    }

    function note(inner: unknown): Note {
      const primitive = notePrimitive(inner)
      if (primitive !== undefined) return primitive
      const known = seen.get(inner)
      if (known !== undefined) return ['again', known]
      seen.set(inner, seen.size)
      const tag = Object.prototype.toString.call(inner).slice(8, -1)
      if (Array.isArray(inner)) return ['array', inner.length, noteFields(inner)]
      if (tag === 'Object') return ['object', noteFields(inner as object)]
      throw new Error(`the stand-in does not implement sending a ${tag}`)
    }

    return JSON.stringify(note(copy))
  }

  /** Reads what `encode` wrote. The text comes from our own encoder on the other side. */
  function decode(text: string): unknown {
    /** Numbered by first visit. */
    const made: unknown[] = []

    function fill<T extends object>(fields: readonly Note[], target: T): T {
      made.push(target)
      for (const [key, inner] of fields) {
        const value = read(inner as Note)
        // Defined, not assigned: `__proto__` is a name like any other.
        Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
      }
      return target
    }

    function read([tag, first, second]: Note): unknown {
      switch (tag) {
        case 'v':
          return first
        case 'u':
          return undefined
        case 'd':
          return Number(first)
        case 'again':
          return made[first as number]
        case 'array': {
          const array: unknown[] = []
          array.length = first as number
          return fill(second as Note[], array)
        }
        case 'object':
          return fill(first as Note[], {})
        default:
          throw new Error(refusal)
      }
    }

    return read(JSON.parse(text))
  }

  return { encode, decode }
}

export type CloneCodec = ReturnType<typeof createCloneCodec>
