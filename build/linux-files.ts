import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { archFromString, build, Platform } from 'electron-builder'
import { z } from 'zod'
import { noHomepage } from './pack.ts'

const computedSchema = z.tuple([z.array(z.string()), z.string()])

/**
 * Lays what a deb has under /usr/share out in a folder, as electron-builder would hand it to the program that makes the
 * deb. That one is not asked: it is fetched from where Electron's binary is.
 * @param unpacked the folder that `--dir` left
 * @param tree the folder that stands for the root of a system
 */
export async function layOutDeb(projectDir: string, unpacked: string, tree: string): Promise<void> {
  await build({
    projectDir,
    prepackaged: unpacked,
    publish: 'never',
    targets: Platform.LINUX.createTarget(['deb'], archFromString(process.arch)),
    config: noHomepage,
    // Some of the files last only until this has ended.
    effectiveOptionComputed(computed: unknown) {
      for (const option of computedSchema.parse(computed)[0]) {
        const [, from, to] = /^([^-=][^=]*)=(\/usr\/share\/.*)$/.exec(option) ?? []
        if (from !== undefined && to !== undefined) cpSync(resolve(projectDir, from), join(tree, to))
      }
      return Promise.resolve(true)
    },
  })
}

const checks = [
  {
    tool: 'desktop-file-validate',
    package: 'desktop-file-utils',
    args: (tree: string) => [join(tree, 'usr/share/applications/app.servertray.desktop')],
  },
  {
    tool: 'appstreamcli',
    package: 'appstream',
    // Its id is the app's everywhere, and has two parts where AppStream would like three.
    args: (tree: string) => ['validate-tree', '--no-net', '--override=cid-desktopapp-is-not-rdns=info', tree],
  },
] as const

export type CheckOutcome = { readonly tool: string; readonly problem: string | null; readonly skipped: string | null }

/** Has the desktop entry and the AppStream metadata judged by the tools of the trade; one that is not here is skipped. */
export function checkLinuxFiles(tree: string): CheckOutcome[] {
  return checks.map(({ tool, package: source, args }) => {
    try {
      execFileSync(tool, args(tree), { stdio: 'pipe' })
      return { tool, problem: null, skipped: null }
    } catch (failure) {
      const { code, stdout = '', stderr = '' } = failure as { code?: string; stdout?: Buffer; stderr?: Buffer }
      if (code === 'ENOENT') return { tool, problem: null, skipped: `${tool} is not here (Debian: ${source})` }
      return { tool, problem: `${stdout}${stderr}`.trim() || String(failure), skipped: null }
    }
  })
}
