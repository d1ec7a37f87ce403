import type { IpcMain } from 'electron'
import { z } from 'zod'
import type { WebFrameMain } from './frames.ts'
import { StrictEmitter } from './strict.ts'
import { createCloneCodec } from './structured-clone.ts'

export type IpcRecord = { readonly direction: 'to-main' | 'to-page'; readonly channel: string; readonly text: string }

/** The part of a message's sender that IPC needs. */
type Sender = { readonly id: number; send(channel: string, ...args: unknown[]): void }

type IpcEvent = {
  readonly type: 'frame'
  readonly sender: Sender
  readonly senderFrame: WebFrameMain
  readonly processId: number
  readonly frameId: number
  readonly frameTreeNodeId: number
}

/** The app's handlers expect Electron's full event; they get the part that the stand-in has. */
type Handler = (event: never, ...args: never[]) => unknown

const messageSchema = z.object({
  kind: z.enum(['invoke', 'send']),
  id: z.number(),
  channel: z.string(),
  args: z.string(),
})

type Shape = Pick<IpcMain, 'handle' | 'removeHandler'>

/** Electron's `ipcMain`, with the same error messages. */
export class IpcMainStandIn extends StrictEmitter implements Shape {
  readonly #handlers = new Map<string, Handler>()
  readonly #codec = createCloneCodec()
  readonly #record: (record: IpcRecord) => void

  constructor(record: (record: IpcRecord) => void) {
    super('ipcMain')
    this.#record = record
  }

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    if (typeof handler !== 'function')
      throw new TypeError(`Expected handler to be a function, but found type '${typeof handler}'`)
    this.#handlers.set(channel, handler)
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel)
  }

  /**
   * Handles a message from a page's preload.
   * @param reply sends a text back to the frame's preload
   */
  async receive(sender: Sender, frame: WebFrameMain, message: string, reply: (text: string) => void): Promise<void> {
    const { kind, id, channel, args } = messageSchema.parse(JSON.parse(message))
    this.#record({ direction: 'to-main', channel, text: args })
    const given = this.#codec.decode(args) as never[]
    if (kind === 'send') {
      this.emit(channel, this.#event(sender, frame), ...given)
      return
    }
    const answer = await this.invoke(sender, frame, channel, given)
    this.#record({ direction: 'to-page', channel, text: answer.error ?? answer.value })
    reply(JSON.stringify({ kind: 'reply', id, channel, ...answer }))
  }

  /** Runs the handler as for a call from a frame. */
  async invoke(
    sender: Sender,
    frame: WebFrameMain,
    channel: string,
    args: readonly unknown[],
  ): Promise<{ value: string; error?: undefined } | { error: string }> {
    try {
      const handler = this.#handlers.get(channel)
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      return { value: this.#codec.encode(await handler(this.#event(sender, frame) as never, ...(args as never[]))) }
    } catch (failure) {
      console.error(`Error occurred in handler for '${channel}':`, failure)
      return { error: String(failure) }
    }
  }

  /** Encodes a message of the main process for a page's preload. */
  push(channel: string, args: readonly unknown[]): string {
    const text = this.#codec.encode(args)
    this.#record({ direction: 'to-page', channel, text })
    return JSON.stringify({ kind: 'push', channel, args: text })
  }

  _decode(text: string): readonly unknown[] {
    const args = this.#codec.decode(text)
    return Array.isArray(args) ? args : [args]
  }

  #event(sender: Sender, frame: WebFrameMain): IpcEvent {
    return {
      type: 'frame',
      sender,
      senderFrame: frame,
      processId: frame.processId,
      frameId: frame.routingId,
      frameTreeNodeId: frame.frameTreeNodeId,
    }
  }
}
