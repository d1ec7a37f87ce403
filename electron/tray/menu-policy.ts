/**
 * When the tray's menu may be replaced by a newer one. A person may have it open, and then:
 * - on macOS a new menu shuts it under the pointer, or leaves one standing whose clicks lead nowhere;
 * - on Windows the open one is freed while it is drawn;
 * - on Linux every item gets a new number: submenus close, and a click on an old number is dropped. The same is so of a
 *   new tooltip.
 * macOS and Windows tell when a menu opens and closes; Linux tells of submenus that open, and of nothing that closes.
 * Sources: Electron's `tray_icon_cocoa.mm`, `notify_icon.cc`, `status_icon_linux_dbus.cc`; Chromium's
 * `components/dbus/menu/menu.cc`.
 */

/** Both in steady milliseconds. */
export type MenuMemory = {
  /** So long it is left as it is. */
  readonly restsUntil: number
  /** So long it is replaced at once all the same. */
  readonly freeUntil: number
}

export type MenuEvent =
  /** The menu shows, or a submenu of it. */
  | 'shown'
  /** It tells that it closes. */
  | 'closing'
  /** macOS: the icon was pressed, and what is set now will show. */
  | 'pressed'
  /** A person chose an item of it, which closes it. */
  | 'chosen'
  /** A person did something elsewhere in the app, and looks for what came of it. */
  | 'acted'
  /** It was replaced. */
  | 'replaced'

export const untouched: MenuMemory = { restsUntil: Number.NEGATIVE_INFINITY, freeUntil: Number.NEGATIVE_INFINITY }

/** Linux: between two changes. macOS: after a word that it closes, which a submenu's end gives as well. */
export const restMs = 10_000
/** The first effects of what a person does come within this time, and before anyone is deep in a menu again. */
export const freeMs = 3_000
/** Nobody looks at a menu for longer; a word that it closes has been lost. */
export const longestOpenMs = 10 * 60_000

type Rest = Readonly<Partial<Record<MenuEvent, number>>>

/** How long the menu is left alone from an event on, by system. An event that is not listed changes nothing. */
const rests: Readonly<Partial<Record<NodeJS.Platform, Rest>>> = {
  darwin: { shown: longestOpenMs, closing: restMs, pressed: 0, chosen: 0 },
  win32: { shown: longestOpenMs, closing: 0, chosen: 0 },
  linux: { shown: restMs, chosen: 0, acted: 0, replaced: restMs },
}

/** What is to be remembered after an event. @param now steady milliseconds */
export function afterEvent(memory: MenuMemory, event: MenuEvent, platform: NodeJS.Platform, now: number): MenuMemory {
  const rest = rests[platform]?.[event]
  if (rest === undefined) return memory
  // On Linux who opens submenus again and again, to see what became of something, must not hold that up by it.
  const isLooking = platform === 'linux' && event === 'shown' && memory.restsUntil > now
  const restsUntil = isLooking ? memory.restsUntil : now + rest
  if (event === 'shown') return { restsUntil, freeUntil: now }
  if (event === 'chosen' || event === 'acted') return { restsUntil, freeUntil: now + freeMs }
  return { ...memory, restsUntil }
}

/** When a newer menu may be set: `now` or later, in steady milliseconds. */
export const replaceableAt = ({ restsUntil, freeUntil }: MenuMemory, now: number): number =>
  now < freeUntil ? now : Math.max(now, restsUntil)
