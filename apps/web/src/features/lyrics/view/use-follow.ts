import { useEffect, useState, type RefObject } from 'react'

/**
 * Whether a list follows the current line: until the listener scrolls it, by wheel or touch, and again when they return to
 * it.
 */
export function useFollow(list: RefObject<HTMLElement | null>) {
  const [isFollowing, setFollowing] = useState(true)
  useEffect(() => {
    const element = list.current
    const stop = () => setFollowing(false)
    // A press is no scroll: a line that is tapped is sought, and followed.
    element?.addEventListener('wheel', stop, { passive: true })
    element?.addEventListener('touchmove', stop, { passive: true })
    return () => {
      element?.removeEventListener('wheel', stop)
      element?.removeEventListener('touchmove', stop)
    }
  }, [list])
  return { isFollowing, setFollowing }
}
