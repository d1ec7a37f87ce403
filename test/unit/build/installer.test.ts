import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { linkScheme } from '../../../electron/deep-links/links.ts'
import { appId, toastActivator } from '../../../electron/lib/profile.ts'

const text = readFileSync(join(import.meta.dirname, '../../../build/installer.nsh'), 'utf8')

it('the uninstaller for Windows takes away what the app registers, by the names that the app gives it', () => {
  expect(text).toContain(`DeleteRegKey HKCU "Software\\Classes\\${linkScheme}"`)
  expect(text).toContain(`CurrentVersion\\Run" "${appId}"`)
  expect(text).toContain(`StartupApproved\\Run" "${appId}"`)
  expect(text).toContain(`DeleteRegKey HKCU "Software\\Classes\\CLSID\\${toastActivator}"`)
})

it('and only at an uninstall, in the person’s own part, which it leaves as it was set', () => {
  const inside = /\$\{ifNot\} \$\{isUpdated\}\n([\s\S]*)\n {2}\$\{endIf\}\n!macroend/.exec(text)?.[1] ?? ''
  const acts = text.match(/^ *(?:Delete\w*|SetShellVarContext) .*/gm) ?? []
  expect(acts.filter((act) => !inside.includes(act))).toEqual([])
  expect(acts.filter((act) => act.includes('DeleteReg') && !act.includes(' HKCU '))).toEqual([])
  const contexts =
    /SetShellVarContext current\n +Delete .*\n +\$\{if\} \$installMode == "all"\n +SetShellVarContext all\n/
  expect(inside).toMatch(contexts)
})
