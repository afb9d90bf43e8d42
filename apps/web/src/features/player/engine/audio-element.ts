let element: HTMLAudioElement | undefined

/** Returns the audio element of this page, created on first use; browser only. */
export function audioElement(): HTMLAudioElement {
  if (element) return element
  element = document.createElement('audio')
  // In the document, so that developer tools, extensions and tests can see it.
  document.body.append(element)
  return element
}
