/**
 * `npm run bench [-- --only WORD]`: each figure beside a reference measured in the same run, printed as it comes; with
 * `--only` those alone whose part has the word in its name. Fails nothing.
 */
import { parseArgs } from 'node:util'
import { measureAction } from './action.ts'
import { measureAnswers } from './answers.ts'
import { measureConsole } from './console.ts'
import { measureDownload } from './download.ts'
import { type Figure, line } from './figures.ts'
import { measureHostileTexts } from './hostile-texts.ts'
import { measureList } from './list.ts'
import { measureLive } from './live.ts'
import { measureLoadHistory } from './load-history.ts'
import { measureMenu } from './menu.ts'
import { measureRestart } from './restart.ts'
import { measureScale } from './scale.ts'
import { measureSizes } from './sizes.ts'
import { measureStart } from './start.ts'
import { measureWindow } from './window.ts'

/** The parts by name, those that take longest last. */
const parts: Readonly<Record<string, () => Promise<readonly Figure[]> | readonly Figure[]>> = {
  sizes: measureSizes,
  list: async () => [await measureList()],
  menu: async () => [await measureMenu()],
  texts: measureHostileTexts,
  action: measureAction,
  answers: measureAnswers,
  live: measureLive,
  'load-history': measureLoadHistory,
  restart: async () => [await measureRestart()],
  window: measureWindow,
  console: measureConsole,
  download: measureDownload,
  start: measureStart,
  scale: measureScale,
}

const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values
for (const [name, measure] of Object.entries(parts).filter(([name]) => name.includes(only))) {
  console.log(`${name} …`)
  for (const figure of await measure()) console.log(line(figure))
}
