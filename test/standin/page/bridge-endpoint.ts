/**
 * One end of the context bridge, as Electron copies values between the preload's world and the page's:
 * functions become proxies, promises are followed, plain objects and arrays are copied without their
 * prototypes, structured-cloneable values are cloned, everything else is refused.
 *
 * Both ends share nothing but `node`, a DOM node outside every document. An event on it reaches the other
 * world at once, its `detail` cloned by Chromium.
 *
 * One self-contained function, because its source runs inside the page.
 */
export function createBridgeEndpoint(node: EventTarget, here: string, there: string) {
  type Packed = readonly [tag: string, ...rest: unknown[]]
  type Message = { op: string; id: number; [more: string]: unknown }

  // Saved before any script of the page can replace them.
  const { apply } = Reflect
  const { dispatchEvent, addEventListener } = EventTarget.prototype
  const MadeEvent = CustomEvent
  const refusal = 'An object could not be cloned.'
  const maxDepth = 1_000
  const unknownException =
    'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.'

  const functions: ((...args: unknown[]) => unknown)[] = []
  const replies = new Map<number, Message>()
  const promises = new Map<number, { resolve: (value: unknown) => void; reject: (reason: unknown) => void }>()
  let lastId = 0

  const post = (message: Message): void => {
    apply(dispatchEvent, node, [new MadeEvent(there, { detail: message })])
  }

  /** Objects that are cloned as a whole; every other counts as plain, whatever its prototype. */
  function isCloneable(value: object): boolean {
    const types = [Date, RegExp, Map, Set, ArrayBuffer, Blob, ImageData, Boolean, Number, String]
    return ArrayBuffer.isView(value) || types.some((type) => value instanceof type)
  }

  function messageOf(failure: unknown): string {
    const message =
      typeof failure === 'object' && failure !== null && 'message' in failure ? failure.message : undefined
    return typeof message === 'string' ? message : unknownException
  }

  function packFunction(value: (...args: unknown[]) => unknown): Packed {
    return ['function', functions.push(value) - 1]
  }

  function packPromise(value: Promise<unknown>): Packed {
    lastId += 1
    const id = lastId
    const settle = (ok: boolean) => (result: unknown) => {
      let packed: Packed
      try {
        packed = pack(result)
      } catch (failure) {
        post({ op: 'settle', id, ok: false, value: ['error', messageOf(failure)] })
        return
      }
      post({ op: 'settle', id, ok, value: packed })
    }
    value.then(settle(true), settle(false))
    return ['promise', id]
  }

  function packFields(value: object, depth: number, seen: Map<object, number>): [string, Packed][] {
    return Object.keys(value).map((key) => [key, packInner(Reflect.get(value, key), depth + 1, seen)])
  }

  function packObject(value: object, depth: number, seen: Map<object, number>): Packed {
    if (value instanceof Promise) return packPromise(value)
    if (value instanceof Error) return ['error', String(value.message)]
    const known = seen.get(value)
    if (known !== undefined) return ['again', known]
    seen.set(value, seen.size)
    if (Array.isArray(value)) return ['array', value.map((item) => packInner(item, depth + 1, seen))]
    if (value instanceof Node || value instanceof WeakMap || value instanceof WeakSet) throw new Error(refusal)
    if (!isCloneable(value)) return ['object', packFields(value, depth, seen)]
    return ['clone', value]
  }

  function packInner(value: unknown, depth: number, seen: Map<object, number>): Packed {
    if (depth > maxDepth) {
      throw new TypeError(
        'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
      )
    }
    if (typeof value === 'function') return packFunction(value as (...args: unknown[]) => unknown)
    if (typeof value === 'symbol') throw new Error(refusal)
    return typeof value === 'object' && value !== null ? packObject(value, depth, seen) : ['value', value]
  }

  /** @throws Error where the value cannot cross */
  function pack(value: unknown): Packed {
    return packInner(value, 0, new Map())
  }

  function unpack(packed: Packed): unknown {
    const made: object[] = []
    function build([tag, content]: Packed): unknown {
      switch (tag) {
        case 'value':
          return content
        case 'clone':
          made.push(content as object)
          return content
        case 'again':
          return made[content as number]
        case 'error':
          return new Error(String(content))
        case 'function':
          return (...args: unknown[]) => call(content as number, args)
        case 'promise':
          return new Promise((resolve, reject) => promises.set(content as number, { resolve, reject }))
        case 'array': {
          const array: unknown[] = []
          made.push(array)
          for (const item of content as Packed[]) array.push(build(item))
          return array
        }
        default: {
          const object = {}
          made.push(object)
          for (const [key, value] of content as [string, Packed][]) {
            Object.defineProperty(object, key, {
              value: build(value),
              writable: true,
              enumerable: true,
              configurable: true,
            })
          }
          return object
        }
      }
    }
    return build(packed)
  }

  /** Calls a function of the other world, which answers before this returns. */
  function call(fn: number, args: unknown[]): unknown {
    lastId += 1
    const id = lastId
    post({ op: 'call', id, fn, args: pack(args) })
    const reply = replies.get(id)
    replies.delete(id)
    if (reply === undefined) throw new Error(unknownException)
    if (reply.ok !== true) throw new Error(String(reply.message))
    return unpack(reply.value as Packed)
  }

  function answer({ id, fn, args }: Message): void {
    let reply: Message
    try {
      const result = functions[fn as number]?.(...(unpack(args as Packed) as unknown[]))
      reply = { op: 'reply', id, ok: true, value: pack(result) }
    } catch (failure) {
      reply = { op: 'reply', id, ok: false, message: messageOf(failure) }
    }
    post(reply)
  }

  function settle({ id, ok, value }: Message): void {
    const promise = promises.get(id)
    promises.delete(id)
    const result = unpack(value as Packed)
    if (ok === true) promise?.resolve(result)
    else promise?.reject(result)
  }

  function freezeDeep(value: unknown): void {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return
    Object.freeze(value)
    for (const key of Object.keys(value)) freezeDeep(Reflect.get(value, key))
  }

  /** Puts a value of the other world on this world's global object, out of everyone's reach to change. */
  function define({ id, key, value }: Message): void {
    const name = String(key)
    if (Object.hasOwn(globalThis, name)) {
      post({
        op: 'reply',
        id,
        ok: false,
        message: 'Cannot bind an API on top of an existing property on the window object',
      })
      return
    }
    const api = unpack(value as Packed)
    freezeDeep(api)
    Object.defineProperty(globalThis, name, { value: api, writable: false, enumerable: true, configurable: false })
    post({ op: 'reply', id, ok: true, value: ['value', undefined] })
  }

  apply(addEventListener, node, [
    here,
    (event: CustomEvent<Message>) => {
      const message = event.detail
      if (message.op === 'reply') replies.set(message.id, message)
      else if (message.op === 'call') answer(message)
      else if (message.op === 'settle') settle(message)
      // Only the preload may expose values.
      else if (message.op === 'define' && here === 'to-page') define(message)
    },
  ])

  return {
    /** @throws Error where the key is taken, or the value cannot cross */
    expose(key: string, api: unknown): void {
      lastId += 1
      const id = lastId
      post({ op: 'define', id, key, value: pack(api) })
      const reply = replies.get(id)
      replies.delete(id)
      if (reply?.ok !== true) throw new Error(String(reply?.message ?? unknownException))
    },
  }
}

export type BridgeEndpoint = ReturnType<typeof createBridgeEndpoint>
