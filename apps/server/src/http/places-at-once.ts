import { AppError } from './app-error.ts'

/** How much at once: of one client, and of all together. */
type Limits = { ofOne: number; inAll: number }

/** Counts what runs, for what has no end that could be waited for. */
export function createPlaces({ ofOne, inAll }: Limits) {
  const taken = new Map<string, number>()
  let total = 0

  function leave(client: string): void {
    const left = (taken.get(client) ?? 1) - 1
    total--
    if (left === 0) taken.delete(client)
    else taken.set(client, left)
  }

  return {
    /**
     * @returns gives the place back; once is enough
     * @throws {AppError} `request.tooMany`, `server.busy`
     */
    take(client: string): () => void {
      const own = taken.get(client) ?? 0
      if (own >= ofOne) throw new AppError('request.tooMany', { headers: { 'retry-after': '30' } })
      if (total >= inAll) throw new AppError('server.busy', { headers: { 'retry-after': '30' } })
      taken.set(client, own + 1)
      total++
      let isTaken = true
      return () => {
        if (isTaken) leave(client)
        isTaken = false
      }
    },
  }
}
