/**
 * A process that writes as members do until it is killed, and tells after each commit what it has written:
 * `node member-writer.ts LOCATION ACCOUNT PLAYLIST ROUND`.
 */
import { type DatabaseLocation, openDatabase } from '../src/db/open.ts'
import { createPositionRepository } from '../src/features/playback-positions/index.ts'
import { createPlaylistRepository } from '../src/features/playlists/index.ts'
import { createReviewRepository } from '../src/features/reviews/index.ts'

export type Written = { kind: 'review' | 'playlist' | 'place'; number: number }

/** Works and files are numbered from 1 on; round after round begins behind all that were before. */
export const WORKS = 40
export const STEPS_A_ROUND = 100_000

const [location = '', account = '', playlist = '', round = '0'] = process.argv.slice(2)

if (import.meta.main) {
  const database = await openDatabase(JSON.parse(location) as DatabaseLocation)
  const reviews = createReviewRepository(database)
  const playlists = createPlaylistRepository(database)
  const positions = createPositionRepository(database)
  const accountId = Number(account)
  const first = Number(round) * STEPS_A_ROUND
  /** Resolves once the message has left the process, so that a kill afterwards does not lose it. */
  const tell = (written: Written) =>
    new Promise<void>((resolve, reject) => {
      process.send?.(written, undefined, {}, (error) => (error ? reject(error) : resolve()))
    })

  async function write(kind: Written['kind'], step: (number: number) => Promise<unknown>): Promise<void> {
    for (let number = first; ; number++) {
      await step(number)
      await tell({ kind, number })
    }
  }
  const workOf = (number: number) => (number % WORKS) + 1
  await Promise.all([
    write('review', (number) =>
      reviews.change(
        accountId,
        workOf(number),
        { rating: (number % 5) + 1, reviewText: String(number) },
        { key: { accountId, key: String(number), digest: '' } },
      ),
    ),
    // In and out, so that each step changes something.
    write('playlist', async (number) => {
      await playlists.removeWorks(playlist, [workOf(number)])
      await playlists.addWorks(playlist, [workOf(number)])
    }),
    write('place', (number) =>
      positions.save(accountId, { id: 'desk', name: 'Desk' }, [
        { fileId: workOf(number), seconds: number, atMs: number },
      ]),
    ),
  ])
}
