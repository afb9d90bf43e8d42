const CHANNEL = 'local-subtitles'

/** Says to all tabs, this one among them, that packages have come or gone; from a worker as well. */
export function announceChange(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/**
 * Calls when packages have come or gone, in whichever tab.
 *
 * @returns a function that ends it
 */
export function onLocalSubtitlesChanged(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', () => listener())
  // A page from the back-forward cache has missed all messages.
  const handleShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  addEventListener('pageshow', handleShow)
  return () => {
    channel.close()
    removeEventListener('pageshow', handleShow)
  }
}
