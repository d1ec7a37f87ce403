/**
 * Structured clone as text, for values on their way between the main process and a page. The platform's
 * own `structuredClone` does the cloning on the sender's side, with its rules and refusals; this writes its
 * result down and reads it again.
 *
 * One self-contained function, because its source also runs inside the page.
 */
export function createCloneCodec() {
  type Note = readonly [tag: string, ...rest: unknown[]]
  const refusal = 'An object could not be cloned.'
  const viewTypes: Readonly<Record<string, new (buffer: ArrayBuffer, offset: number, length: number) => unknown>> = {
    DataView,
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
  }
  const errorTypes: Readonly<Record<string, ErrorConstructor>> = {
    Error,
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError,
  }
  const tagOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1)

  function toBase64(buffer: ArrayBuffer): string {
    let text = ''
    const bytes = new Uint8Array(buffer)
    for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
    return btoa(text)
  }

  function fromBase64(text: string): ArrayBuffer {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer
  }

  function notePrimitive(value: unknown): Note | undefined {
    switch (typeof value) {
      case 'undefined':
        return ['u']
      case 'bigint':
        return ['n', String(value)]
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
    const seen = new Map<object, number>()

    function noteFields(object: object): Note[] {
      return Object.entries(object).map(([key, inner]) => [key, note(inner)])
    }

    function noteError(error: Error): Note {
      const cause: Note[] = Object.hasOwn(error, 'cause') ? [note(error.cause)] : []
      return ['error', error.name, error.message, error.stack ?? '', cause]
    }

    function noteObject(object: object): Note {
      const tag = tagOf(object)
      if (Array.isArray(object)) return ['array', object.length, noteFields(object)]
      if (ArrayBuffer.isView(object)) {
        const length = 'length' in object ? object.length : object.byteLength
        return ['view', tag, note(object.buffer), object.byteOffset, length]
      }
      switch (tag) {
        case 'Date':
          return ['date', note((object as Date).getTime())]
        case 'RegExp':
          return ['regexp', (object as RegExp).source, (object as RegExp).flags]
        case 'Map':
          return ['map', [...(object as Map<unknown, unknown>)].map(([key, inner]) => [note(key), note(inner)])]
        case 'Set':
          return ['set', [...(object as Set<unknown>)].map(note)]
        case 'ArrayBuffer':
          return ['buffer', toBase64(object as ArrayBuffer)]
        case 'Error':
          return noteError(object as Error)
        case 'Boolean':
        case 'Number':
        case 'String':
        case 'BigInt':
          return ['boxed', note(object.valueOf())]
        case 'Object':
          return ['object', noteFields(object)]
        default:
          throw new Error(refusal)
      }
    }

    function note(inner: unknown): Note {
      const primitive = notePrimitive(inner)
      if (primitive !== undefined) return primitive
      const object = inner as object
      const known = seen.get(object)
      if (known !== undefined) return ['again', known]
      seen.set(object, seen.size)
      return noteObject(object)
    }

    return JSON.stringify(note(copy))
  }

  /** Reads what `encode` wrote. The text comes from our own encoder on the other side. */
  function decode(text: string): unknown {
    const made: unknown[] = []

    /** Numbers an object before its members are read: numbers go by first visit. */
    function place<T>(create: () => T): T {
      const at = made.length
      made.push(undefined)
      const value = create()
      made[at] = value
      return value
    }

    function fill<T extends object>(fields: readonly Note[], target: T): T {
      made.push(target)
      for (const [key, inner] of fields) {
        // Defined, not assigned: `__proto__` is a name like any other.
        Object.defineProperty(target, key, {
          value: read(inner as Note),
          writable: true,
          enumerable: true,
          configurable: true,
        })
      }
      return target
    }

    function readError([, name, message, stack, cause]: Note): Error {
      const error = new (errorTypes[String(name)] ?? Error)(String(message))
      made.push(error)
      Object.defineProperty(error, 'stack', { value: stack, writable: true, configurable: true })
      const [inner] = cause as Note[]
      if (inner !== undefined)
        Object.defineProperty(error, 'cause', { value: read(inner), writable: true, configurable: true })
      return error
    }

    function readMap(pairs: readonly (readonly [Note, Note])[]): Map<unknown, unknown> {
      const map = new Map()
      made.push(map)
      for (const [key, inner] of pairs) map.set(read(key), read(inner))
      return map
    }

    function readSet(items: readonly Note[]): Set<unknown> {
      const set = new Set()
      made.push(set)
      for (const inner of items) set.add(read(inner))
      return set
    }

    function readView([, tag, buffer, offset, length]: Note): unknown {
      const View = viewTypes[String(tag)]
      if (View === undefined) throw new Error(refusal)
      return place(() => new View(read(buffer as Note) as ArrayBuffer, offset as number, length as number))
    }

    function read(note: Note): unknown {
      const [tag, first, second] = note
      switch (tag) {
        case 'v':
          return first
        case 'u':
          return undefined
        case 'n':
          return BigInt(String(first))
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
        case 'date':
          return place(() => new Date(read(first as Note) as number))
        case 'regexp':
          return place(() => new RegExp(String(first), String(second)))
        case 'map':
          return readMap(first as [Note, Note][])
        case 'set':
          return readSet(first as Note[])
        case 'buffer':
          return place(() => fromBase64(String(first)))
        case 'view':
          return readView(note)
        case 'error':
          return readError(note)
        case 'boxed':
          return place(() => Object(read(first as Note)))
        default:
          throw new Error(refusal)
      }
    }

    return read(JSON.parse(text))
  }

  return { encode, decode }
}

export type CloneCodec = ReturnType<typeof createCloneCodec>
