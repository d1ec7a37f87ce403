import { report } from './figures.ts'
const [file, name] = process.argv.slice(2)
const m = await import(`./${file}.ts`)
const f = await m[name as string]()
console.log(report(Array.isArray(f) ? f : [f]))
