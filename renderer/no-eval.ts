import { config } from 'zod'

// Zod compiles schemas with `new Function` where it may. The window's policy forbids that, and each try is a complaint
// in the log. Imported before any schema is made.
config({ jitless: true })
