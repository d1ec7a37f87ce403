import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'
import { reportSkipped, type Skipped } from './skipped.ts'

/** What was skipped below a file or a group; a group that is skipped as a whole counts once. */
function* skippedIn(parent: TestModule | TestSuite): Generator<Skipped> {
  for (const child of parent.children) {
    const { skipReason } = child.meta()
    if (child.type === 'suite' && skipReason === undefined) yield* skippedIn(child)
    else if (child.type === 'suite' || isSkipped(child))
      yield { name: child.fullName, reason: skipReason ?? 'no reason is given' }
  }
}

const isSkipped = (test: TestCase) => test.result().state === 'skipped'

/** Lists what a run of vitest skipped, with the reasons that `unless` gave. */
export class SkippedReporter implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // What was not asked for by name was not skipped.
    if (this.#vitest?.config.testNamePattern !== undefined) return
    reportSkipped(modules.flatMap((module) => [...skippedIn(module)]))
  }
}
