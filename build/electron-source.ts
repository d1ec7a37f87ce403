import electronManifest from 'electron/package.json' with { type: 'json' }

export type ElectronSource = { readonly kind: 'electron' } | { readonly kind: 'placeholder'; readonly reason: string }

/** The facts that decide where Electron comes from. `reachable` says whether its binary can be downloaded now. */
export type SourceQuestion = {
  /** The value of SERVERTRAY_ELECTRON_PLACEHOLDER: `1` forces the placeholder, `0` forbids it. */
  readonly wish: string | undefined
  /** Only the unpacked app is wanted, no installer. */
  readonly dir: boolean
  readonly platform: NodeJS.Platform
  readonly reachable: () => Promise<boolean>
}

/**
 * Chooses Electron's binary wherever possible. The placeholder is used only for `--dir` on Linux, where checking the
 * layout is useful without it; an installer always holds the real binary.
 */
export async function chooseElectron(question: SourceQuestion): Promise<ElectronSource> {
  const possible = question.dir && question.platform === 'linux'
  if (question.wish === '1') {
    if (!possible) throw new Error('The placeholder for Electron works only with --dir on Linux.')
    return { kind: 'placeholder', reason: 'SERVERTRAY_ELECTRON_PLACEHOLDER=1' }
  }
  if (question.wish === '0' || !possible || (await question.reachable())) return { kind: 'electron' }
  return { kind: 'placeholder', reason: 'Electron’s binary cannot be downloaded here' }
}

const defaultMirror = 'https://github.com/electron/electron/releases/download/'

/**
 * Requests the smallest file of the installed version from Electron's download server, or from the configured mirror.
 */
export async function electronReachable(env: NodeJS.ProcessEnv, timeoutMs = 10_000): Promise<boolean> {
  const mirror = env.ELECTRON_MIRROR ?? env.npm_config_electron_mirror ?? defaultMirror
  try {
    const response = await fetch(`${mirror}v${electronManifest.version}/SHASUMS256.txt`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return response.ok
  } catch {
    return false
  }
}
