import type { Notification, NotificationAction, NotificationConstructorOptions } from 'electron'
import type { Desk } from './desk.ts'
import { createEvent, StrictEmitter } from './strict.ts'

type Shape = Pick<Notification, 'title' | 'body' | 'silent' | 'actions' | 'show' | 'close'>

/** A notification as data. */
export class NotificationStandIn extends StrictEmitter implements Shape {
  title: string
  body: string
  silent: boolean
  actions: NotificationAction[]
  readonly #desk: Desk
  readonly #number: number
  #isOpen = false

  constructor(desk: Desk, options: NotificationConstructorOptions = {}) {
    super('Notification', ['show', 'click', 'close', 'action', 'failed'])
    this.#desk = desk
    this.#number = desk.nextId()
    this.title = options.title ?? ''
    this.body = options.body ?? ''
    this.silent = options.silent ?? false
    this.actions = options.actions ?? []
  }

  show(): void {
    this.#isOpen = true
    this.#desk.notifications.set(this.#number, {
      view: () => ({
        id: this.#number,
        title: this.title,
        body: this.body,
        buttons: this.actions.map(({ text = '' }) => text),
        isOpen: this.#isOpen,
      }),
      click: () => {
        this.emit('click', createEvent({}))
        this.close()
      },
      press: (actionIndex) => {
        this.emit('action', createEvent({ actionIndex, selectionIndex: -1 }))
        this.close()
      },
      close: () => this.close(),
    })
    this.emit('show', createEvent({}))
    this.#desk.changed()
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.emit('close', createEvent({}))
    this.#desk.changed()
  }
}
