import { EventEmitter } from 'node:events'

/** Names that the language, inspectors and test tools read on any object. */
const readByMachinery = new Set(['then', 'toJSON', 'constructor', 'asymmetricMatch', 'nodeType', 'domain'])

function mayBeAbsent(key: string | symbol): boolean {
  return typeof key === 'symbol' || key.startsWith('_') || readByMachinery.has(key)
}

/** The error for every part of Electron's API that the stand-in does not have. */
export function notImplemented(what: string): Error {
  return new Error(`the stand-in does not implement ${what}`)
}

/** The same object, but reading a missing member throws. */
export function strict<T extends object>(name: string, implementation: T): T {
  return new Proxy(implementation, {
    get(target, key) {
      if (key in target || mayBeAbsent(key)) return Reflect.get(target, key)
      throw notImplemented(`${name}.${String(key)}`)
    },
  })
}

/** Stands for a whole module of Electron's that the stand-in does not have. */
export function unimplemented(name: string): never {
  return strict(name, {}) as never
}

export type Listener = (...args: never[]) => void

/**
 * An event emitter that throws for missing members, and for listeners to events that it never emits, which would wait
 * in vain.
 */
export class StrictEmitter extends EventEmitter {
  readonly #name: string
  readonly #events: ReadonlySet<string> | undefined

  /**
   * @param events the events that this object emits, or that Electron would never emit here either; any where none are
   * given
   */
  constructor(name: string, events?: readonly string[]) {
    super()
    this.#name = name
    this.#events = events === undefined ? undefined : new Set(events)
  }

  #check(event: string | symbol): void {
    if (typeof event === 'string' && this.#events?.has(event) === false) {
      throw notImplemented(`${this.#name}.on('${event}')`)
    }
  }

  override on(event: string | symbol, listener: Listener): this {
    this.#check(event)
    return super.on(event, listener as (...args: unknown[]) => void)
  }

  override addListener(event: string | symbol, listener: Listener): this {
    return this.on(event, listener)
  }

  override once(event: string | symbol, listener: Listener): this {
    this.#check(event)
    return super.once(event, listener as (...args: unknown[]) => void)
  }
}

Object.setPrototypeOf(
  StrictEmitter.prototype,
  new Proxy(EventEmitter.prototype, {
    get(target, key, receiver: object) {
      if (key in target || mayBeAbsent(key)) return Reflect.get(target, key, receiver)
      throw notImplemented(`${receiver.constructor.name}.${String(key)}`)
    },
  }),
)

/** Electron's event object: listeners may prevent what is about to happen. */
export type PreventableEvent<Details extends object = object> = Details & {
  readonly defaultPrevented: boolean
  preventDefault(): void
}

export function createEvent<Details extends object>(details: Details): PreventableEvent<Details> {
  let isPrevented = false
  return Object.defineProperties(details, {
    defaultPrevented: { get: () => isPrevented, enumerable: true },
    preventDefault: {
      value: () => {
        isPrevented = true
      },
    },
  }) as PreventableEvent<Details>
}
