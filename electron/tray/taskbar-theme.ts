/** Desktops whose panel is dark as they come, also with light windows. */
const darkPanels = ['GNOME', 'Unity', 'X-Cinnamon', 'Budgie', 'Pantheon']

type Surroundings = {
  readonly platform: NodeJS.Platform
  /** `XDG_CURRENT_DESKTOP`: names from the special to the general, with colons between. */
  readonly desktop: string | undefined
  readonly areAppsDark: boolean
  /** What Windows says of its task bar, which may differ from the windows. */
  readonly isTaskBarDark: boolean
}

/** Whether the panel that the tray's icon stands on is dark. Linux tells of windows only, so it goes by the desktop. */
export function isTaskbarDark({ platform, desktop = '', areAppsDark, isTaskBarDark }: Surroundings): boolean {
  if (platform === 'win32') return isTaskBarDark
  const names = desktop.split(':')
  const hasDarkPanel = !names.includes('GNOME-Classic') && names.some((name) => darkPanels.includes(name))
  return areAppsDark || (platform === 'linux' && hasDarkPanel)
}
