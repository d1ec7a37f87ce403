import type { ActivationArguments, Notification, NotificationAction, NotificationConstructorOptions } from 'electron'
import { choices } from './choices.ts'
import type { Desk } from './desk.ts'
import { createEvent, notImplemented, StrictEmitter } from './strict.ts'

type Shape = Pick<Notification, 'id' | 'title' | 'body' | 'silent' | 'actions' | 'show' | 'close'>

/**
 * The part of the system that shows notifications: the first use of it asks the person on macOS. On Windows it registers
 * the app as the one to be told of clicks, which handing over a callback for them does not:
 * `notification_presenter_win.cc`, `Create`; `electron_api_notification.cc`, `HandleActivation`.
 */
export function createNotificationCentre() {
  let hasAsked = false
  let isRegistered = false
  const all: NotificationStandIn[] = []
  let activate: ((details: ActivationArguments) => void) | undefined
  return {
    hasAsked: () => hasAsked,
    reach(): void {
      hasAsked ||= process.platform === 'darwin'
      isRegistered ||= process.platform === 'win32'
    },
    /** Windows hands over clicks on what has no object any more. */
    handleActivation(callback: (details: ActivationArguments) => void): void {
      if (process.platform !== 'win32') throw notImplemented('Notification.handleActivation')
      activate = callback
    },
    activated(details: ActivationArguments): void {
      if (isRegistered) activate?.(details)
    },
    note: (shown: NotificationStandIn) => void all.push(shown),
    /** Windows brings a button to the first one of that tag, also to one that the app has closed, which hears nothing. */
    byTag: (tag: string) => all.find(({ id }) => id === tag),
  }
}
export type NotificationCentre = ReturnType<typeof createNotificationCentre>

/** Windows shows the texts of `toastXml`, where there is one, and hands over what it says of a click. */
function readToast(xml: string): { title: string; body: string; launch: string; activations: string[] } {
  const plain = (text = '') =>
    text.replace(
      /&(amp|lt|gt|quot|apos);/g,
      (_all, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name as 'amp'],
    )
  const all = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, found]) => plain(found))
  const [title = '', body = ''] = all(/<text>([^<]*)<\/text>/g)
  const [launch = ''] = all(/ launch="([^"]*)"/g)
  return { title, body, launch, activations: all(/ arguments="([^"]*)"/g) }
}

/** How each system says that it shows none. */
const refusals: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'The operation couldn’t be completed. (UNErrorDomain error 1.)',
  win32: 'The notification platform is unavailable. (0x803E0105)',
}

/** A notification as data. */
export class NotificationStandIn extends StrictEmitter implements Shape {
  readonly id: string
  title: string
  body: string
  silent: boolean
  actions: NotificationAction[]
  readonly #desk: Desk
  readonly #centre: NotificationCentre
  readonly #number: number
  readonly #toast: ReturnType<typeof readToast> | null
  #isOpen = false
  #hears = true

  constructor(desk: Desk, options: NotificationConstructorOptions = {}, centre = createNotificationCentre()) {
    super('Notification', ['show', 'click', 'close', 'action', 'failed'])
    const isWindows = process.platform === 'win32'
    this.#desk = desk
    this.#centre = centre
    this.#number = desk.nextId()
    this.#toast = isWindows && options.toastXml !== undefined ? readToast(options.toastXml) : null
    this.id = options.id ?? crypto.randomUUID()
    if (isWindows && this.id.length > 64)
      throw new Error('Notification id exceeds Windows limit of 64 UTF-16 characters')
    this.title = this.#toast?.title ?? options.title ?? ''
    this.body = this.#toast?.body ?? options.body ?? ''
    this.silent = options.silent ?? false
    this.actions = options.actions ?? []
  }

  /** The texts of its buttons. Linux shows none: `libnotify_notification.cc` adds no action but the click. */
  #buttons(): string[] {
    return process.platform === 'linux' ? [] : this.actions.map(({ text = '' }) => text)
  }

  /**
   * Tells of a click: the object, or where that has gone the app, if the system can. Windows tells the app of a button
   * in any case, then the object: `windows_toast_activator.cc`, `HandleToastActivation`.
   */
  #tell(event: 'click' | 'action', index: number): void {
    const { launch = '', activations = [] } = this.#toast ?? {}
    const handed = event === 'click' ? launch : (activations[index] ?? '')
    const isToastButton = process.platform === 'win32' && event === 'action'
    if (event === 'action' && this.#buttons()[index] === undefined) throw new Error(`it has no button ${index}`)
    if (isToastButton || choices.notifications === 'collected') {
      this.#centre.activated({ type: event, arguments: handed, ...(event === 'action' && { actionIndex: index }) })
    }
    const target = (isToastButton && this.#centre.byTag(this.id)) || this
    if (target.#hears && choices.notifications !== 'collected') {
      target.emit(event, createEvent(event === 'click' ? {} : { actionIndex: index, selectionIndex: -1 }))
    }
    this.#go()
  }

  show(): void {
    this.#centre.reach()
    const refusal = refusals[process.platform]
    if (choices.notifications === 'asks' && process.platform === 'darwin') return
    if (choices.notifications === 'denied' || choices.notifications === 'fails') {
      if (refusal !== undefined) setImmediate(() => this.emit('failed', createEvent({}), refusal))
      return
    }
    this.#isOpen = true
    this.#centre.note(this)
    this.#desk.notifications.set(this.#number, {
      view: () => ({
        id: this.#number,
        title: this.title,
        body: this.body,
        buttons: this.#buttons(),
        activation: this.#toast?.launch ?? '',
        isOpen: this.#isOpen,
      }),
      click: () => this.#tell('click', -1),
      press: (actionIndex) => this.#tell('action', actionIndex),
      close: () => {
        if (this.#isOpen) this.emit('close', createEvent({ reason: 'userCanceled' }))
        this.#go()
      },
    })
    this.emit('show', createEvent({}))
    this.#desk.changed()
  }

  #go(): void {
    this.#isOpen = false
    this.#desk.changed()
  }

  /** Nothing is told of it any more, but on macOS that it was closed: `electron_api_notification.cc`, `Close`. */
  close(): void {
    if (this.#isOpen && process.platform === 'darwin') this.emit('close', createEvent({}))
    this.#hears = false
    this.#go()
  }
}
