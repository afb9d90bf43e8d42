/** Overrides, embeddings and isolates: with one, `photo\u202egpj.exe` is displayed as `photoexe.jpg`. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns a file's or work's name for display, without characters that change the reading order and could disguise an
 * extension.
 */
export function shownName(name: string): string {
  return name.replace(BIDI_CONTROLS, '')
}
