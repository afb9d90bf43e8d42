import { useEffect, useState } from 'react'

/** No proof is good for longer: then one of the two clocks is wrong. */
const LONGEST_SECONDS = 60 * 60

/** How long it is until then, as `14:05`; null where this device's clock cannot say. */
export function useTimeLeft(expiresAt: string): string | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return timeLeft((Date.parse(expiresAt) - now) / 1000)
}

export function timeLeft(secondsLeft: number): string | null {
  // The server says when it is over.
  const seconds = Math.floor(secondsLeft)
  if (!(seconds >= 0 && seconds <= LONGEST_SECONDS)) return null
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
