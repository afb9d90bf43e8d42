import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { aStorage } from '#test/a-storage.ts'

import { createCommands } from '../commands.ts'
import { createPlayerStore } from '../player.store.ts'
import { moveTrack, removeTrack } from '../queue/queue-edits.ts'
import { playModes } from '../queue/queue.ts'
import { MAX_SAVED_TRACKS, restoredFrom, restoreInto, savePlayer } from './saved-player.ts'
import { aTrack, someTracks } from '../test/a-track.ts'

const half = () => 0.5

function aTab(name: string, device: ReturnType<typeof aStorage>) {
  const store = createPlayerStore()
  const own = aStorage()
  const saved = savePlayer(store, [own, device], name, 0)
  return { store, own, ...saved, player: createCommands(store, half) }
}

describe('PLY-14 the queue survives a reload', () => {
  test('with its tracks, index, mode, round, volume and position, after any change', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('play' as const), count: fc.integer({ min: 1, max: 9 }), at: fc.nat(8) }),
      fc.record({ do: fc.constantFrom('next', 'previous', 'remove', 'move', 'at'), at: fc.nat(8) }),
      fc.record({ do: fc.constant('mode' as const), mode: fc.constantFrom(...playModes) }),
      fc.record({ do: fc.constant('volume' as const), percent: fc.nat(100) }),
    )
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const tab = aTab('a', aStorage())
        let place = { hash: '', seconds: 0 }
        for (const one of steps) {
          const { queue } = tab.store.getState()
          if (one.do === 'play') tab.player.playTracks(someTracks(one.count), one.at)
          else if (one.do === 'mode') tab.player.setMode(one.mode)
          else if (one.do === 'volume') tab.player.setVolume(one.percent / 100)
          else if (one.do === 'next') tab.player.next()
          else if (one.do === 'previous') tab.player.previous()
          else if (one.do === 'remove') tab.player.change((queue) => removeTrack(queue, one.at))
          else if (one.do === 'move') tab.player.change((queue) => moveTrack(queue, 0, one.at))
          else {
            place = { hash: queue.tracks[queue.index]?.hash ?? '', seconds: one.at }
            tab.saveAt(place.hash, place.seconds)
          }
        }
        const { queue, volume, rate, isMuted } = tab.store.getState()
        const hash = queue.tracks[queue.index]?.hash
        const seconds = place.hash === hash ? place.seconds : 0
        const expected = queue.tracks.length === 0 ? null : { queue, seconds, volume, rate, isMuted }
        expect(restoredFrom(tab.own, half)).toEqual(expected)
      }),
    )
  })

  test('VID-02 with the address of its pictures', () => {
    const tab = aTab('a', aStorage())
    const video = aTrack('1/1', { videoUrl: 'https://shelf.example/api/media/video/1/1' })
    tab.player.playTracks([video, aTrack('1/2')], 0)
    expect(restoredFrom(tab.own, half)?.queue.tracks).toEqual([video, aTrack('1/2')])
  })

  test('PLY-16 also if it was filled before this part loaded; a merely restored queue is not saved', () => {
    const device = aStorage()
    const store = createPlayerStore()
    createCommands(store, half).playTracks(someTracks(3), 1)
    savePlayer(store, [device], 'a', 12)
    expect(restoredFrom(device, half)).toMatchObject({ seconds: 12, queue: { index: 1, tracks: someTracks(3) } })

    const again = createPlayerStore()
    const before = restoreInto(again, { ...restoredFrom(device, half)!, seconds: 30 })
    savePlayer(again, [device], 'b', 30, before)
    expect(restoredFrom(device, half)!.seconds).toBe(12)
  })

  test('PLY-19 a round saved before the played count existed resumes at its place', () => {
    const tab = aTab('a', aStorage())
    tab.player.setMode('shuffle')
    tab.player.playTracks(someTracks(5), 2)
    tab.player.next()
    expect(restoredFrom(tab.own, half)!.queue.heard).toBe(2)
    const { heard, ...old } = JSON.parse(tab.own.read('player')!) as { heard: number }
    expect(heard).toBe(2)
    tab.own.write('player', JSON.stringify(old))
    expect(restoredFrom(tab.own, half)!.queue.heard).toBe(2)
  })

  test('of a very long queue the tracks around the current one are saved', () => {
    const tab = aTab('a', aStorage())
    tab.player.setMode('shuffle')
    tab.player.playTracks(someTracks(5000), 3000)
    const { queue } = restoredFrom(tab.own, half)!
    expect(queue.tracks).toHaveLength(MAX_SAVED_TRACKS)
    expect(queue.tracks[queue.index]!.hash).toBe('1/3000')
    expect(queue.round.toSorted((a, b) => a - b)).toEqual(queue.tracks.map((_, index) => index))
  })

  test('each tab has its own; the next visit restores the tab used last', () => {
    const device = aStorage()
    const [a, b] = [aTab('a', device), aTab('b', device)]
    a.player.playTracks(someTracks(3), 1)
    b.player.playTracks([aTrack('2/0')], 0)
    a.saveAt('1/1', 44)
    expect(restoredFrom(b.own, half)!.queue.tracks[0]!.hash).toBe('2/0')
    expect(restoredFrom(device, half)).toMatchObject({ seconds: 44, queue: { index: 1, tracks: someTracks(3) } })
  })

  test.each([
    [2.5, 1],
    [1, 1],
    [0.45, 0.45],
  ])('PLY-05 a volume of %d begins at %d: what was amplified before is no surprise after', (left, begins) => {
    const tab = aTab('a', aStorage())
    tab.player.playTracks(someTracks(3), 1)
    tab.store.setState({ volume: left })
    const again = aTab('b', aStorage())
    restoreInto(again.store, restoredFrom(tab.own, half)!)
    expect(again.store.getState().volume).toBe(begins)
    expect(restoredFrom(again.own, half)!.volume).toBe(begins)
  })

  test('with the circle of each work, and without it in older queues', () => {
    const tab = aTab('a', aStorage())
    tab.player.playTracks([aTrack('1/0', { circle: 'Pier Seven' }), aTrack('1/1')], 0)
    const { tracks } = restoredFrom(tab.own, half)!.queue
    expect(tracks.map(({ circle }) => circle)).toEqual(['Pier Seven', undefined])
  })

  test('restoring does not replace a queue that is already filled', () => {
    const tab = aTab('a', aStorage())
    tab.player.playTracks(someTracks(3), 1)
    const other = aTab('b', aStorage())
    other.player.playTracks([aTrack('2/0')], 0)
    restoreInto(other.store, restoredFrom(tab.own, half)!)
    expect(other.store.getState().queue.tracks[0]!.hash).toBe('2/0')
  })

  test.each([
    ['javascript:alert(1)', 'workPath'],
    ['//elsewhere.example/x', 'workPath'],
    ['javascript:alert(1)', 'streamUrl'],
    ['data:text/html,x', 'largeCoverUrl'],
  ])('%s is no address to restore as %s', (address, field) => {
    const tab = aTab('a', aStorage())
    tab.player.playTracks([aTrack('1/0', { [field]: address })], 0)
    expect(restoredFrom(tab.own, half)).toBeNull()
  })

  test('damaged storage restores nothing', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (player, tracks) => {
        expect(
          restoredFrom(
            aStorage(
              new Map([
                ['player', player],
                ['player-tracks', tracks],
              ]),
            ),
            half,
          ),
        ).toBeNull()
      }),
    )
    expect(
      restoredFrom(
        aStorage(
          new Map([
            ['player', '{'],
            ['player-tracks', '['],
          ]),
        ),
        half,
      ),
    ).toBeNull()
  })
})
