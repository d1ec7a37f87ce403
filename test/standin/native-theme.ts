import type { NativeTheme } from 'electron'
import { StrictEmitter } from './strict.ts'

type Source = NativeTheme['themeSource']
type Shape = Pick<NativeTheme, 'shouldUseDarkColors' | 'shouldUseDarkColorsForSystemIntegratedUI' | 'themeSource'>

/** The system's theme, which only the driver changes; light at first. */
export class NativeThemeStandIn extends StrictEmitter implements Shape {
  #system: 'light' | 'dark' = 'light'
  #source: Source = 'system'
  readonly #apply: () => void

  /** @param apply updates the pages */
  constructor(apply: () => void) {
    super('nativeTheme', ['updated'])
    this.#apply = apply
  }

  get scheme(): 'light' | 'dark' {
    return this.#source === 'system' ? this.#system : this.#source
  }

  get shouldUseDarkColors(): boolean {
    return this.scheme === 'dark'
  }

  /** Windows may have a task bar of another tone than the windows; here it has the system's. */
  get shouldUseDarkColorsForSystemIntegratedUI(): boolean {
    return this.#system === 'dark'
  }

  get themeSource(): Source {
    return this.#source
  }

  set themeSource(source: Source) {
    this.#source = source
    this.#updated()
  }

  _setSystem(scheme: 'light' | 'dark'): void {
    this.#system = scheme
    this.#updated()
  }

  #updated(): void {
    this.#apply()
    this.emit('updated')
  }
}
