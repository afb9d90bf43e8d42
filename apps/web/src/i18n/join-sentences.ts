/** Sentences one after the other, those that are empty left out: after a full stop as wide as a letter stands no space. */
export function joinSentences(...sentences: readonly string[]): string {
  return sentences
    .filter((one) => one !== '')
    .reduce((text, one) => (text === '' || /[。！？]$/.test(text) ? text + one : `${text} ${one}`), '')
}
