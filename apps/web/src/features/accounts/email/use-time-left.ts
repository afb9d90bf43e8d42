import { useEffect, useState } from 'react'

/** No verification is valid for longer: if it seems so, one of the two clocks is wrong. */
const LONGEST_SECONDS = 60 * 60

/** Returns the remaining time as `14:05`; null if this device's clock is wrong. */
export function useTimeLeft(expiresAt: string): string | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return timeLeft((Date.parse(expiresAt) - now) / 1000)
}

export function timeLeft(secondsLeft: number): string | null {
  // The server decides when it has expired.
  const seconds = Math.floor(secondsLeft)
  if (!(seconds >= 0 && seconds <= LONGEST_SECONDS)) return null
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
