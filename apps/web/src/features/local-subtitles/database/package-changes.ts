import { storedName } from '#lib/base-path.ts'

const CHANNEL = storedName('local-subtitles')

/** Notifies all tabs, including this one, that packages were added or removed. Also works in a worker. */
export function announceChange(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/**
 * Calls the listener when packages were added or removed in any tab.
 *
 * @returns a function that unsubscribes
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
