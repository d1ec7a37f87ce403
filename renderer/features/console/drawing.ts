import type { ConsoleEntry, ConsoleLine } from '../../../shared/model/console-schema.ts'
import type { ConsoleLook } from '../../../shared/model/preferences-schema.ts'
import { entryWord } from '../../parts/commands/messages.ts'
import { gapLine, type Lines } from '../../state/lines.ts'
import type { Label, Screen } from './screen.ts'
import { columnsOf, formatLine } from './terminal-text.ts'

/** Amount of text that is written before the page gets a turn, in UTF-16 units: a few milliseconds of work. */
const chunk = 64_000
/** Maximum columns of a screen whose lines do not wrap. */
const maxColumns = 500
/** Room for a command's result, in columns. */
const labelWidth = 18

export type Drawing = {
  /** Redraws everything in another look. */
  setLook(look: ConsoleLook): void
  /** Updates the results behind the commands. */
  setEntries(entries: readonly ConsoleEntry[], now: number): void
  /** The size of the box has changed. */
  refit(): void
  /** The screen was scrolled. */
  seen(): void
  dispose(): void
}

type Parts = {
  readonly screen: Screen
  readonly lines: Lines
  readonly look: ConsoleLook
  /** Called with the number of lines drawn below the visible part since it was scrolled up. */
  readonly onUnseen: (count: number) => void
  /** Waits for the next turn of the page; a test may give its own. */
  readonly frame?: () => Promise<unknown>
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/**
 * Draws the lines of a server as they come, chunk by chunk, so that the page stays responsive. Where they come faster
 * than they are drawn, the oldest are dropped and a mark stands in their place.
 */
export function createDrawing({ screen, lines, look: first, onUnseen, frame = nextFrame }: Parts): Drawing {
  let look = first
  let entries: readonly ConsoleEntry[] = []
  let now = 0
  let next = lines.first
  let epoch = lines.epoch
  let isFresh = true
  let isStale = false
  let isBusy = false
  let isDisposed = false
  let unseen = 0
  let columns = 0
  /** Length of the longest command with a result: its label moves when the screen gets narrower than that. */
  let longestCommand = 0
  const labels = new Map<string, Label>()

  const setUnseen = (count: number) => {
    if (count === unseen) return
    unseen = count
    onUnseen(count)
  }

  const mark = (id: string) => {
    const entry = entries.find((one) => one.id === id)
    if (entry) labels.get(id)?.set(entryWord(entry, now), entry.phase)
  }

  const startOver = () => {
    screen.clear()
    labels.clear()
    isStale = false
    isFresh = true
    epoch = lines.epoch
    next = lines.first
    columns = 0
    longestCommand = 0
    setUnseen(0)
    screen.fit(0)
  }

  /** Widens the screen for a line that must not wrap. */
  const widen = ({ text }: ConsoleLine) => {
    if (look.wraps || text.length * 2 + 12 <= screen.columns) return
    const wanted = Math.min(maxColumns, columnsOf(text) + 12)
    if (wanted <= screen.columns) return
    columns = wanted
    screen.fit(columns)
  }

  const textOf = (line: ConsoleLine) => {
    const text = `${isFresh ? '' : '\r\n'}${formatLine(line, look)}`
    isFresh = false
    return text
  }

  const drawCommand = async (before: string, line: ConsoleLine, id: string) => {
    const width = columnsOf(line.text) + 12 + labelWidth
    longestCommand = Math.max(longestCommand, width)
    // The result of a long command is drawn in the row below.
    const row = width > screen.columns ? '\r\n' : ''
    await screen.write(`${before}${textOf(line)}${row}`)
    if (isDisposed) return
    const label = screen.label(labelWidth)
    if (label === null) return
    labels.set(id, label)
    mark(id)
  }

  /** The mark for lines that were dropped undrawn; nothing where none were. */
  const cutMark = () => {
    const oldest = lines.at(lines.first)
    if (next >= lines.first || oldest === undefined) return ''
    next = lines.first
    return textOf(gapLine(oldest, 'lines came too fast to be shown'))
  }

  const drawChunk = async () => {
    let text = cutMark()
    const from = next
    while (text.length < chunk && !isDisposed) {
      const line = lines.at(next)
      if (line === undefined) break
      next += 1
      widen(line)
      if (line.kind !== 'command' || line.entryId === undefined) text += textOf(line)
      else {
        await drawCommand(text, line, line.entryId)
        text = ''
      }
    }
    if (text !== '') await screen.write(text)
    if (isDisposed) return
    setUnseen(screen.isAtEnd() ? 0 : unseen + next - from)
  }

  const draw = async () => {
    if (isBusy) return
    isBusy = true
    while (!isDisposed && (isStale || epoch !== lines.epoch || next < lines.end)) {
      if (isStale || epoch !== lines.epoch) startOver()
      await drawChunk()
      await frame()
    }
    isBusy = false
  }

  const unsubscribe = lines.subscribe(() => void draw())
  screen.setScreenReader(look.screenReader)
  void draw()

  return {
    setLook(wanted) {
      const isOther = wanted.timestamps !== look.timestamps || wanted.wraps !== look.wraps
      look = wanted
      screen.setScreenReader(look.screenReader)
      if (!isOther) return
      isStale = true
      void draw()
    },
    setEntries(wanted, at) {
      entries = wanted
      now = at
      for (const id of labels.keys()) mark(id)
    },
    refit() {
      const before = screen.columns
      screen.fit(look.wraps ? 0 : columns)
      const isMoved = Math.min(before, screen.columns) < longestCommand && before !== screen.columns
      if (!isMoved) return
      isStale = true
      void draw()
    },
    seen: () => {
      if (screen.isAtEnd()) setUnseen(0)
    },
    dispose() {
      isDisposed = true
      unsubscribe()
    },
  }
}
