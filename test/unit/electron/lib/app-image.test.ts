import { expect, test } from 'vitest'
import { appImageOf } from '../../../../electron/lib/profile.ts'

test.each([
  ['none', {}, '/opt/Servertray/servertray', null],
  ['ours', { APPIMAGE: '/a/S.AppImage', APPDIR: '/tmp/.mount_S' }, '/tmp/.mount_S/servertray', '/a/S.AppImage'],
  ['a slash', { APPIMAGE: '/a/S.AppImage', APPDIR: '/tmp/.mount_S/' }, '/tmp/.mount_S/servertray', '/a/S.AppImage'],
  ['inherited', { APPIMAGE: '/a/Editor.AppImage', APPDIR: '/tmp/.mount_E' }, '/opt/Servertray/servertray', null],
  ['a neighbour', { APPIMAGE: '/a/S.AppImage', APPDIR: '/tmp/.mount_S' }, '/tmp/.mount_Sx/servertray', null],
  ['relative', { APPIMAGE: 'S.AppImage', APPDIR: '/tmp/.mount_S' }, '/tmp/.mount_S/servertray', null],
  ['no place', { APPIMAGE: '/a/S.AppImage' }, '/tmp/.mount_S/servertray', null],
] as const)('the AppImage: %s', (_, env, execPath, expected) => expect(appImageOf(env, execPath)).toBe(expected))
