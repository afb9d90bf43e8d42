/** Overrides, embeddings and isolates: with one, `photo\u202egpj.exe` is displayed as `photoexe.jpg`. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns a name, or what was searched, for display, without characters that change the reading order and could disguise an
 * extension.
 */
export function shownName(name: string): string {
  return name.replace(BIDI_CONTROLS, '')
}

/** Cuts a text that is longer than `length` characters, which gets `…` at its end. */
export function cutText(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : text
}
