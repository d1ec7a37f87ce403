import type { ChildProcess } from 'node:child_process'
import type { Page } from 'playwright-core'
import type { ControlOperation, ControlReply, ControlRequest, WindowView } from '../standin/control.ts'
import type { Exit } from './app.ts'

/** A running app, reached in the way of its runtime. */
export type Remote = {
  readonly runtime: 'electron' | 'standin'
  readonly child: ChildProcess
  /** What became of the pages and the process, in order; for the report of a test that fails. */
  readonly story: string[]
  call<Op extends ControlOperation>(request: ControlRequest<Op>): Promise<ControlReply<Op>>
  pageOf(window: WindowView): Promise<Page | undefined>
  /** Lets go of everything but the process. */
  close(): Promise<void>
}

/** Resolves when a process has ended and said all it had to say. */
export function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
}

/** How a process ended, in words. */
export const endOf = ({ code, signal }: Exit) =>
  signal === null ? `The app ended with code ${code}.` : `The app was ended by ${signal}.`

/** Tells of the end of a page in a story. */
export function followPage(page: Page, story: string[]): void {
  page.once('crash', () => story.push(`The process of the page ${page.url()} died.`))
  page.once('close', () => story.push(`The page ${page.url()} was closed.`))
}

/** Collects what a process says. */
export function outputOf(child: ChildProcess): () => string {
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return () => output
}
