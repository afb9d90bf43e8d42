import { useEffect, useState, type RefObject } from 'react'

/**
 * Whether a list goes along with the line that is on: until the listener scrolls it, by wheel or touch, and again when
 * they come back.
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
