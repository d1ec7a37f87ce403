/**
 * A http or https address in a text. Punctuation at its end belongs to the sentence around it, and so does a bracket that
 * the address did not open.
 */
export const addressPattern =
  /https?:\/\/(?:\([^\s"'<>`\\^{|}()]*\)|\[[^\s"'<>`\\^{|}[\]]*\]|[^\s"'<>`\\^{|}()[\]])+(?<![.,:;!?*_~…、。])/iu
