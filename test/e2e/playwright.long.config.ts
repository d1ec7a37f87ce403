/** The end-to-end tests of the long run, with another seed each time. */
process.env.SERVERTRAY_TEST_RUN = 'long'

export default (await import('./playwright.config.ts')).default
