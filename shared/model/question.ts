/** What a person is asked in a small window of its own: yes or no. Holds nothing secret. */
export type Question = {
  id: string
  /** The question, in one sentence. */
  message: string
  /** What follows from a yes; an empty line parts paragraphs. */
  detail: string
  /** What the button of the yes is called. */
  yes: string
  /**
   * How it looks: `bad` where something is lost, `go` where it is what was wanted, `plain` where no is as good an
   * answer.
   */
  look: 'go' | 'bad' | 'plain'
}
