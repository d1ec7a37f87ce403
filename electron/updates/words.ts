import type { Notice } from '../../shared/model/notice-schema.ts'
import type { Notification } from '../notify/policy.ts'

/** A version that is there to be had, or downloaded already. */
export function noticeOfUpdate(version: string, isReady: boolean): Notice {
  return isReady
    ? {
        id: 'update',
        level: 'info',
        message: `Servertray ${version} is downloaded.`,
        hint: 'It is installed when you quit, or at once from Settings.',
      }
    : { id: 'update', level: 'info', message: `Servertray ${version} is out.`, hint: 'Settings leads to it.' }
}

/** The same to somebody who has only the tray. */
export function notificationOfUpdate(version: string): Notification {
  return {
    id: 'update',
    ref: null,
    title: `Servertray ${version} is out`,
    body: 'Open Settings to get it.',
    buttons: [],
    silent: false,
    replaces: [],
  }
}
