/** `npm run bench`: each figure beside a reference measured in the same run. Prints; never fails a build. */
import { measureAction } from './action.ts'
import { measureAnswers } from './answers.ts'
import { measureConsole } from './console.ts'
import { measureDownload } from './download.ts'
import { report } from './figures.ts'
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

const figures = [
  ...(await measureAction()),
  await measureList(),
  ...(await measureAnswers()),
  ...(await measureLive()),
  ...(await measureLoadHistory()),
  await measureMenu(),
  ...(await measureConsole()),
  ...(await measureDownload()),
  ...(await measureWindow()),
  ...(await measureScale()),
  await measureRestart(),
  ...measureHostileTexts(),
  ...measureSizes(),
  ...(await measureStart()),
]
console.log(report(figures))
