/** `npm run bench`: each figure beside a reference measured in the same run. Prints; never fails a build. */
import { measureAction } from './action.ts'
import { report } from './figures.ts'
import { measureList } from './list.ts'
import { measureSizes } from './sizes.ts'

const figures = [await measureAction(), await measureList(), ...measureSizes()]
console.log(report(figures))
