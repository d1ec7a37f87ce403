import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { App, LaunchOptions } from '../e2e/driver.ts'
import { launchApp, until } from '../e2e/driver.ts'

const reportSchema = z.looseObject({ what: z.string() })
export type Report = z.infer<typeof reportSchema>

export type Fixture = App & {
  /** Everything the fixture app has reported so far, or one kind of it. */
  reports(what?: string): readonly Report[]
  /** The first report of a kind that fits, waited for. */
  report(what: string, fits?: (report: Report) => boolean): Promise<Report>
}

function read(line: string): Report[] {
  if (!line.startsWith('{"what"')) return []
  return [reportSchema.parse(JSON.parse(line))]
}

/** Starts the fixture app on the stand-in, whatever else this machine has. */
export async function launchFixture(options: Omit<LaunchOptions, 'script'> = {}): Promise<Fixture> {
  const script = fileURLToPath(new URL('./fixture-app/main.mjs', import.meta.url))
  const app = await launchApp({ ...options, script, runtime: 'standin' })
  const reports = (what?: string) =>
    app
      .output()
      .split('\n')
      .flatMap(read)
      .filter((report) => what === undefined || report.what === what)
  return {
    ...app,
    reports,
    report: (what, fits = () => true) => until(`the report ${what}`, () => reports(what).find(fits)),
  }
}
