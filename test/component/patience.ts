import { configure } from '@testing-library/react'

/** `findBy…` and `waitFor` give up after a second by themselves, which a busy machine may need to draw a page. */
configure({ asyncUtilTimeout: 30_000 })
