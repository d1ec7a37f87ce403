/** The tests that the long run makes more of: larger numbers, another seed each time. */
process.env.SERVERTRAY_TEST_RUN = 'long'

export default (await import('./vitest.config.ts')).default
