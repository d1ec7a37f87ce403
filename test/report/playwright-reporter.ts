import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { reportSkipped, type Skipped } from './skipped.ts'

/** Lists what a run of Playwright skipped, with the reasons that `test.skip` gave. */
export default class SkippedReporter implements Reporter {
  readonly #skipped: Skipped[] = []

  onTestEnd(test: TestCase, { status, annotations }: TestResult): void {
    // A test that did not come to run, since the run was ended, has no annotation.
    const skip = annotations.find(({ type }) => type === 'skip')
    if (status !== 'skipped' || skip === undefined) return
    this.#skipped.push({ name: test.title, reason: skip.description || 'no reason is given' })
  }

  onEnd(): void {
    reportSkipped(this.#skipped)
  }

  printsToStdio(): boolean {
    return false
  }
}
