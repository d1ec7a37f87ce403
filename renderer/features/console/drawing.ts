import type { ConsoleEntry, ConsoleLine } from '../../../shared/model/console-schema.ts'
import type { ConsoleLook } from '../../../shared/model/preferences-schema.ts'
import { entryWord } from '../../parts/commands/messages.ts'
import type { Lines } from '../../state/lines.ts'
import type { Label, Screen } from './screen.ts'
import { columnsOf, formatLine } from './terminal-text.ts'

/** Amount of text that is written before the page gets a turn, in UTF-16 units: a few milliseconds of work. */
const chunk = 64_000
/** Maximum columns of a screen whose lines do not wrap. */
const maxColumns = 500
/** Room for a command's result, in columns. */
const labelWidth = 18

type Parts = {
  readonly screen: Screen
  readonly lines: Lines
  readonly look: ConsoleLook
  /** Asks for all lines once more, which then begin a new epoch. */
  readonly onStale: () => void
  /** Called with the number of lines drawn below the visible part since it was scrolled up. */
  readonly onUnseen: (count: number) => void
  /** Waits for the next turn of the page; a test may give its own. */
  readonly frame?: () => Promise<unknown>
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Draws the lines of a server as they come, chunk by chunk, so that the page stays responsive. */
export function createDrawing({ screen, lines, look: first, onStale, onUnseen, frame = nextFrame }: Parts) {
  let look = first
  let entries: readonly ConsoleEntry[] = []
  let now = 0
  let epoch = lines.epoch()
  let isFresh = true
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
    isFresh = true
    epoch = lines.epoch()
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

  const drawChunk = async () => {
    let text = ''
    const some = lines.take(chunk)
    for (const line of some) {
      widen(line)
      if (line.kind !== 'command' || line.entryId === undefined) text += textOf(line)
      else {
        await drawCommand(text, line, line.entryId)
        text = ''
      }
      if (isDisposed) return
    }
    if (text !== '') await screen.write(text)
    if (isDisposed) return
    setUnseen(screen.isAtEnd() ? 0 : unseen + some.length)
  }

  const draw = async () => {
    if (isBusy) return
    isBusy = true
    while (!isDisposed && (epoch !== lines.epoch() || lines.hasMore())) {
      if (epoch !== lines.epoch()) startOver()
      await drawChunk()
      await frame()
    }
    isBusy = false
  }

  const unsubscribe = lines.subscribe(() => void draw())
  screen.setScreenReader(look.screenReader)
  void draw()

  return {
    /** Draws in another look. */
    setLook(wanted: ConsoleLook): void {
      const isOther = wanted.timestamps !== look.timestamps || wanted.wraps !== look.wraps
      look = wanted
      screen.setScreenReader(look.screenReader)
      if (isOther) onStale()
    },
    /** Updates the results behind the commands. */
    setEntries(wanted: readonly ConsoleEntry[], at: number): void {
      entries = wanted
      now = at
      for (const id of labels.keys()) mark(id)
    },
    /** The size of the box has changed. */
    refit(): void {
      const before = screen.columns
      screen.fit(look.wraps ? 0 : columns)
      if (Math.min(before, screen.columns) < longestCommand && before !== screen.columns) onStale()
    },
    /** The screen was scrolled. */
    seen(): void {
      if (screen.isAtEnd()) setUnseen(0)
    },
    dispose(): void {
      isDisposed = true
      unsubscribe()
    },
  }
}

export type Drawing = ReturnType<typeof createDrawing>
