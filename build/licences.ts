/**
 * `npm run licences`: every library that ships must have a licence that fits MIT. What ships is the production tree
 * of package-lock.json, whether it is bundled or loaded: package.json keeps all of it under `dependencies`.
 */
import { readFile } from 'node:fs/promises'
import { refused, shippedLicences } from './licences/policy.ts'

const lock = await readFile(new URL('../package-lock.json', import.meta.url), 'utf8')
const shipped = shippedLicences(lock)
const bad = refused(shipped)
for (const { name, licence } of bad)
  console.error(`${name}: the licence ${licence ?? '(none stated)'} is not on the list.`)
if (bad.length > 0) process.exit(1)
console.log(`Licences: ${shipped.length} shipped packages, all on the list.`)
