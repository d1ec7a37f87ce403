import type { Reply } from './http/reply.ts'
import type { PanelRequest } from './http/request.ts'

/** What answers the panel's requests. */
export type Answer = (request: PanelRequest) => Reply | Promise<Reply>

/** Puts something around a part: it is given the honest one, and returns what takes its place. */
type Around<Part> = (honest: Part) => Part

/**
 * What a test puts around parts of the demo panel, to see more of them or to make them go wrong
 * (`test/fixtures/demo-panel/`). The app puts nothing there.
 */
export type Interference = {
  /** The whole panel, as requests come to it. */
  readonly front: Around<Answer>
}

const asItIs = <Part>(honest: Part): Part => honest

export const noInterference: Interference = { front: asItIs }
