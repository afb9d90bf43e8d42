/** Joins sentences without empty ones; no space after a full-width full stop. */
export function joinSentences(...sentences: readonly string[]): string {
  return sentences
    .filter((one) => one !== '')
    .reduce((text, one) => (text === '' || /[。！？]$/.test(text) ? text + one : `${text} ${one}`), '')
}
