/** Runs before every file of the component tests; the modules that it imports are loaded once for several files. */
import { cleanup, configure } from '@testing-library/react'
import React from 'react'
import { afterEach, vi } from 'vitest'
import { openFakeCode, openFakeCompare } from './fake-code.ts'
import { openFakeScreen } from './fake-screen.ts'

/** `findBy…` and `waitFor` give up after a second by themselves, which a busy machine may need to draw a page. */
configure({ asyncUtilTimeout: 30_000 })

// React keeps the stack of calls of each element that it makes, for its warnings, until it has kept so many: a sixth of these
// tests' time.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { configurable: true, get: () => Number.POSITIVE_INFINITY, set: () => {} },
)

vi.mock('../../renderer/features/files/editor/code.ts', () => ({
  openCode: openFakeCode,
  openCompare: openFakeCompare,
}))
vi.mock('../../renderer/features/console/screen.ts', () => ({ openScreen: openFakeScreen }))

afterEach(cleanup)
