/** What a game tells of itself to whoever asks. */
export type GameView = {
  readonly name: string
  readonly map: string
  readonly version: string
  readonly online: number
  readonly max: number
  /** Names as it gives them, which need not be those of its players. */
  readonly names: readonly string[]
  /** The port that it was asked at. */
  readonly port: number
}
