import { useEffect, useState, type RefObject } from 'react'

/**
 * Whether a list follows the current line: until the listener scrolls by wheel or touch, and again when they return to
 * it.
 */
export function useFollow(list: RefObject<HTMLElement | null>) {
  const [isFollowing, setFollowing] = useState(true)
  useEffect(() => {
    const element = list.current
    const stop = () => setFollowing(false)
    // Pointer presses do not stop it: tapping a line seeks to it.
    element?.addEventListener('wheel', stop, { passive: true })
    element?.addEventListener('touchmove', stop, { passive: true })
    return () => {
      element?.removeEventListener('wheel', stop)
      element?.removeEventListener('touchmove', stop)
    }
  }, [list])
  return { isFollowing, setFollowing }
}
