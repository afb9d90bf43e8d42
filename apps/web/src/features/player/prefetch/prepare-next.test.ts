import { expect, test } from 'vitest'

import { createCommands } from '../commands.ts'
import { createPlayerStore } from '../player.store.ts'
import { aSilentEngine } from '../test/a-silent-engine.ts'
import { someTracks } from '../test/a-track.ts'
import { connectPrepareNext } from './prepare-next.ts'

/** A track of 60 s that plays, the first of three; the second has been prefetched. */
function playing() {
  const store = createPlayerStore()
  const silent = aSilentEngine()
  const player = createCommands(store, () => 0.5)
  player.playTracks(someTracks(3), 0)
  store.setState({ status: 'playing' })
  connectPrepareNext({
    store,
    engine: silent.engine,
    settings: { getState: () => ({ qualityBehavior: 'fluentFirst' }) },
    findLocal: ({ streamUrl }) => (streamUrl === '/api/media/stream/1/1' ? 'blob:1' : null),
  })
  const preparedAt = (seconds: number) => {
    silent.reaches(seconds)
    return silent.told()
  }
  return { store, player, preparedAt }
}

test('PLY-25 the next track is prepared twenty seconds before the end, at the current speed', () => {
  const { player, preparedAt } = playing()
  expect(preparedAt(39)).toEqual([])
  expect(preparedAt(40)).toEqual(['prepare blob:1'])
  player.setRate(2)
  expect(preparedAt(21)).toEqual(['prepare blob:1'])
})

test('PLY-25 nothing is prepared that has not been prefetched, while paused, or where the sleep timer ends', () => {
  for (const state of [{ status: 'paused' }, { stopsAtEndOf: 'track' }] as const) {
    const { store, preparedAt } = playing()
    store.setState(state)
    expect(preparedAt(50)).toEqual([])
  }
  for (const index of [1, 2]) {
    const { player, store, preparedAt } = playing()
    player.setTrack(index)
    store.setState({ status: 'playing' })
    expect(preparedAt(50)).toEqual([])
  }
})
