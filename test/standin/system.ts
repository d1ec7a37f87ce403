import type { Display, Net, Point, Rectangle, Screen } from 'electron'
import { choices } from './choices.ts'
import { NetRequest } from './net-request.ts'
import { StrictEmitter, strict } from './strict.ts'

/** Wayland's desktops keep from programs what X11 lets them do. */
export const isOnWayland = (): boolean =>
  process.platform === 'linux' && (process.env.XDG_SESSION_TYPE === 'wayland' || Boolean(process.env.WAYLAND_DISPLAY))

/** Sleep and wake events, which only a driver causes. */
export class PowerMonitorStandIn extends StrictEmitter {
  constructor() {
    super('powerMonitor', ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'shutdown', 'on-ac', 'on-battery'])
  }
}

/** Whether the system has a network: yes, until a driver changes it. */
export function createNet() {
  let online = true
  const net = strict('net', {
    isOnline: () => online,
    request: (options: ConstructorParameters<typeof NetRequest>[0]) => new NetRequest(options),
  } satisfies Pick<Net, 'isOnline'> & { request: unknown })
  return {
    net,
    setOnline(isOnline: boolean) {
      online = isOnline
    },
  }
}
export type NetworkStandIn = ReturnType<typeof createNet>

type Shown = Pick<Display, 'id' | 'bounds' | 'workArea' | 'scaleFactor' | 'size' | 'workAreaSize'>
/** Electron's members, of displays with fewer fields. */
type Shape = {
  [Name in keyof Pick<
    Screen,
    'getPrimaryDisplay' | 'getAllDisplays' | 'getDisplayNearestPoint' | 'getCursorScreenPoint'
  >]: unknown
}

/** One display, of the size Chromium gives. */
export class ScreenStandIn extends StrictEmitter implements Shape {
  #size = { width: 1920, height: 1080 }

  constructor() {
    super('screen', ['display-added', 'display-removed', 'display-metrics-changed'])
  }

  getPrimaryDisplay(): Shown {
    return this.#shown(choices.displays[0] ?? { x: 0, y: 0, ...this.#size }, 0)
  }

  #shown({ x, y, width, height }: Rectangle, index: number): Shown {
    const [bounds, size] = [
      { x, y, width, height },
      { width, height },
    ]
    return { id: index + 1, bounds, workArea: { ...bounds }, size, workAreaSize: size, scaleFactor: 1 }
  }

  getAllDisplays(): Shown[] {
    return choices.displays.length === 0
      ? [this.getPrimaryDisplay()]
      : choices.displays.map((area, index) => this.#shown(area, index))
  }

  getDisplayNearestPoint({ x, y }: Point): Shown {
    const isIn = ({ bounds }: Shown) =>
      x >= bounds.x && x < bounds.x + bounds.width && y >= bounds.y && y < bounds.y + bounds.height
    return this.getAllDisplays().find(isIn) ?? this.getPrimaryDisplay()
  }

  /** The pointer stands in the middle and never moves. Wayland tells no program where it is outside its windows. */
  getCursorScreenPoint(): Point {
    if (isOnWayland()) return { x: 0, y: 0 }
    return { x: this.#size.width / 2, y: this.#size.height / 2 }
  }

  _setSize(size: { width: number; height: number }): void {
    this.#size = size
  }
}
