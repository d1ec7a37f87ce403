/**
 * `npm run bench [-- --only WORD]`: each figure beside a reference measured in the same run, printed as it comes; with
 * `--only` those alone whose part has the word in its name. Fails nothing.
 */
import { parseArgs } from 'node:util'
import { type Figure, line } from './figures.ts'

/**
 * The parts by name, those that take longest last. Each is loaded when its turn comes: what the later ones load, such as a
 * browser's driver, would slow down what the first ones measure in this process.
 */
const parts: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  sizes: async () => (await import('./sizes.ts')).measureSizes(),
  list: async () => [await (await import('./list.ts')).measureList()],
  menu: async () => [await (await import('./menu.ts')).measureMenu()],
  texts: async () => (await import('./hostile-texts.ts')).measureHostileTexts(),
  action: async () => (await import('./action.ts')).measureAction(),
  answers: async () => (await import('./answers.ts')).measureAnswers(),
  live: async () => (await import('./live.ts')).measureLive(),
  'load-history': async () => (await import('./load-history.ts')).measureLoadHistory(),
  restart: async () => [await (await import('./restart.ts')).measureRestart()],
  window: async () => (await import('./window.ts')).measureWindow(),
  console: async () => (await import('./console.ts')).measureConsole(),
  download: async () => (await import('./download.ts')).measureDownload(),
  start: async () => (await import('./start.ts')).measureStart(),
  scale: async () => (await import('./scale.ts')).measureScale(),
}

const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values
for (const [name, measure] of Object.entries(parts).filter(([name]) => name.includes(only))) {
  console.log(`${name} …`)
  for (const figure of await measure()) console.log(line(figure))
}
