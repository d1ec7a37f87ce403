/** Desktops whose panel is dark by default, even with a light theme. */
const darkPanels = ['GNOME', 'Unity', 'X-Cinnamon', 'Budgie', 'Pantheon']

type Surroundings = {
  readonly platform: NodeJS.Platform
  /** `XDG_CURRENT_DESKTOP`: names from the most specific to the most general, separated by colons. */
  readonly desktop: string | undefined
  readonly areAppsDark: boolean
  /** The theme of Windows' task bar, which may differ from that of windows. */
  readonly isTaskBarDark: boolean
}

/**
 * Whether the panel with the tray icon is dark. Linux tells only the theme of windows, so the desktop's name decides.
 */
export function isTaskbarDark({ platform, desktop = '', areAppsDark, isTaskBarDark }: Surroundings): boolean {
  if (platform === 'win32') return isTaskBarDark
  const names = desktop.split(':')
  const hasDarkPanel = !names.includes('GNOME-Classic') && names.some((name) => darkPanels.includes(name))
  return areAppsDark || (platform === 'linux' && hasDarkPanel)
}
