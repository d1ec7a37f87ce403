import type { Display, Net, Point, Rectangle, Screen } from 'electron'
import { StrictEmitter, strict } from './strict.ts'

/** Sleep and wake, which only a driver brings about. */
export class PowerMonitorStandIn extends StrictEmitter {
  constructor() {
    super('powerMonitor', ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'shutdown', 'on-ac', 'on-battery'])
  }
}

/** Whether the system has a network: yes, until a driver says otherwise. */
export function createNet() {
  let online = true
  const net = strict('net', { isOnline: () => online } satisfies Pick<Net, 'isOnline'>)
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
    'getPrimaryDisplay' | 'getAllDisplays' | 'getDisplayMatching' | 'getDisplayNearestPoint' | 'getCursorScreenPoint'
  >]: unknown
}

/** One display, of the size Chromium gives. */
export class ScreenStandIn extends StrictEmitter implements Shape {
  #size = { width: 1920, height: 1080 }

  constructor() {
    super('screen', ['display-added', 'display-removed', 'display-metrics-changed'])
  }

  getPrimaryDisplay(): Shown {
    const bounds = { x: 0, y: 0, ...this.#size }
    return { id: 1, bounds, workArea: { ...bounds }, size: this.#size, workAreaSize: this.#size, scaleFactor: 1 }
  }

  getAllDisplays(): Shown[] {
    return [this.getPrimaryDisplay()]
  }

  getDisplayMatching(_bounds: Rectangle): Shown {
    return this.getPrimaryDisplay()
  }

  getDisplayNearestPoint(_point: Point): Shown {
    return this.getPrimaryDisplay()
  }

  /** The pointer stands in the middle and never moves. */
  getCursorScreenPoint(): Point {
    return { x: this.#size.width / 2, y: this.#size.height / 2 }
  }

  _setSize(size: { width: number; height: number }): void {
    this.#size = size
  }
}
