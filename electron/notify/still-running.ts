import type { Notification } from './policy.ts'

/**
 * Told once, when the first close of the window leaves the app in the tray. It is told also while notifications are muted,
 * since it answers a click.
 */
export function stillRunning(platform: NodeJS.Platform): Notification {
  const place = platform === 'darwin' ? 'menu bar' : 'tray'
  return {
    id: 'still-running',
    ref: null,
    title: 'Servertray is still running',
    body: `It goes on watching your servers from the ${place}. To end it, choose Quit in the menu there.`,
    buttons: [],
    silent: true,
    replaces: [],
  }
}
