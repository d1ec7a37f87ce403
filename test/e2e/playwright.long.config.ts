/** The end-to-end tests of which the long run makes more: larger numbers, another seed each time. */
process.env.SERVERTRAY_TEST_RUN = 'long'

export default (await import('./playwright.config.ts')).default
