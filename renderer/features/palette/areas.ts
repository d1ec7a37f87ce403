import type { AreaId } from '../../../shared/model/area.ts'

/** How the palette names the areas of a server's view. The console is what a server's name alone leads to. */
export const areaLabels: Readonly<Record<AreaId, (name: string) => string>> = {
  console: (name) => `Open console of ${name}`,
  live: (name) => `Open live load of ${name}`,
  activity: (name) => `Open activity of ${name}`,
}
