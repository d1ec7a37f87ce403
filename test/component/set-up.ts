/** Runs before every file of the component tests; the modules that it imports are loaded once for several files. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { openFakeCode, openFakeCompare } from './fake-code.ts'
import { openFakeScreen } from './fake-screen.ts'

/** `findBy…` and `waitFor` give up after a second by themselves, which a busy machine may need to draw a page. */
configure({ asyncUtilTimeout: 30_000 })

vi.mock('../../renderer/features/files/editor/code.ts', () => ({
  openCode: openFakeCode,
  openCompare: openFakeCompare,
}))
vi.mock('../../renderer/features/console/screen.ts', () => ({ openScreen: openFakeScreen }))

afterEach(cleanup)
