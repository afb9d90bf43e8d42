/** Overrides, embeddings and isolates: with one, `photo\u202egpj.exe` is drawn as `photoexe.jpg`. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** A file's or work's name as it is shown: nothing in it turns the order of what is read, and so an extension into another. */
export function shownName(name: string): string {
  return name.replace(BIDI_CONTROLS, '')
}
