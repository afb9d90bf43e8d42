import { useEffect, useRef, useState } from 'react'

/** Follows a value, but changes at most once in `intervalMs`. */
export function useThrottled<T>(value: T, intervalMs: number): T {
  const [shown, setShown] = useState(value)
  const changedAt = useRef(0)
  useEffect(() => {
    const change = () => {
      changedAt.current = performance.now()
      setShown(value)
    }
    const timer = setTimeout(change, Math.max(0, changedAt.current + intervalMs - performance.now()))
    return () => clearTimeout(timer)
  }, [value, intervalMs])
  return shown
}
