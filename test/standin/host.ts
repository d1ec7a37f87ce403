/** The system that the stand-in itself runs on. Loaded before `register.ts` gives the app another one. */
export const hostPlatform = process.platform
