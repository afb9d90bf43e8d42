import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createCommands } from '../commands.ts'
import { keepSingleActiveTab, type Board } from './single-active-tab.ts'
import { SKIP_AFTER_SECONDS, skipBrokenTracks } from './skip-broken-track.ts'
import { connectEngine } from '../player-session.ts'
import { createPlayerStore } from '../player.store.ts'
import { watchForStalls } from './stall-watcher.ts'
import { aSilentEngine } from '../test/a-silent-engine.ts'
import { someTracks } from '../test/a-track.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Several tabs of one browser. */
function someTabs() {
  const listeners = new Set<{ listener: (text: string) => void; tab: object }>()
  return function aTab() {
    const tab = {}
    const board: Board = {
      write: (text) => listeners.forEach((other) => other.tab !== tab && other.listener(text)),
      onWrite(listener) {
        const entry = { listener, tab }
        listeners.add(entry)
        return () => void listeners.delete(entry)
      },
    }
    const network = new EventTarget()
    const store = createPlayerStore()
    const player = createCommands(store, () => 0.5)
    const silent = aSilentEngine()
    connectEngine(store, silent.engine, () => 0.5)
    const { unasked } = keepSingleActiveTab(store, player, board)
    watchForStalls(store, unasked, network)
    skipBrokenTracks(store, unasked, () => Promise.resolve(true))
    return {
      store,
      silent,
      network,
      asksToPlay: () => player.playTracks(someTracks(3), 0),
      plays() {
        vi.advanceTimersByTime(10)
        player.playTracks(someTracks(3), 0)
        silent.becomes('playing')
        silent.told()
      },
      breaks(error: 'unplayable' | 'network') {
        silent.fails(error)
        silent.fails(error)
        silent.told()
      },
    }
  }
}

describe('PLY-01 one tab plays at a time', () => {
  test('a tab that begins to play pauses the others; a pause does not affect them', () => {
    const aTab = someTabs()
    const [a, b] = [aTab(), aTab()]
    a.plays()
    b.plays()
    expect(a.silent.told()).toEqual(['pause'])
    a.silent.becomes('paused')
    b.silent.becomes('paused')
    expect([...a.silent.told(), ...b.silent.told()]).toEqual([])
    a.plays()
    expect(b.silent.told()).toEqual([])
  })

  test('a tab plays until another one begins, and one that is loading pauses, too', () => {
    const aTab = someTabs()
    const [a, b] = [aTab(), aTab()]
    a.plays()
    vi.advanceTimersByTime(10)
    b.asksToPlay()
    b.silent.told()
    expect(a.silent.told()).toEqual([])
    a.silent.becomes('loading')
    a.silent.becomes('playing')
    expect(b.silent.told()).toEqual([])
    a.silent.becomes('loading')
    b.silent.becomes('playing')
    expect(a.silent.told()).toEqual(['pause'])
  })

  test('a paused tab starts nothing by itself: neither after a broken track nor when the connection is back', async () => {
    const aTab = someTabs()
    const [broken, offline, other] = [aTab(), aTab(), aTab()]
    broken.plays()
    broken.breaks('unplayable')
    offline.plays()
    offline.breaks('network')
    await vi.advanceTimersByTimeAsync(10)
    other.plays()
    await vi.advanceTimersByTimeAsync(SKIP_AFTER_SECONDS * 1000)
    offline.network.dispatchEvent(new Event('online'))
    expect([...broken.silent.told(), ...offline.silent.told()]).toEqual([])
    expect(broken.store.getState().queue.index).toBe(0)
    expect(other.silent.told()).toEqual([])
  })

  test('a tab whose player services load late announces that it plays', () => {
    const texts: string[] = []
    const store = createPlayerStore()
    store.setState({ status: 'playing' })
    const board: Board = { write: (text) => void texts.push(text), onWrite: () => () => {} }
    keepSingleActiveTab(
      store,
      createCommands(store, () => 0.5),
      board,
    )
    expect(texts).toEqual([String(Date.now())])
  })
})
