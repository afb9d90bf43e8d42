import { deviceStorage, onWriteElsewhere } from '#lib/storage/browser-storage.ts'

import { isActive, type PlayerCommands } from '../commands.ts'
import { followPlayer } from '../follow-player.ts'
import type { PlayerStore } from '../player.store.ts'

const VOICE_KEY = 'player-voice'

export type Board = {
  write(text: string): void
  /** Calls with the value that another tab has written. */
  onWrite(listener: (text: string) => void): () => void
}

type Player = Pick<PlayerCommands, 'play' | 'pause' | 'next'>

/**
 * Lets one tab of a browser play: when another begins, this one pauses. The latest request to play wins, not the latest
 * sound, so a tab that resumes after a stall does not pause another.
 *
 * @returns `unasked`: commands for automatic actions, which do nothing while another tab plays
 */
export function keepSingleActiveTab(store: PlayerStore, player: Player, board: Board) {
  let beganMs = 0
  let toldMs = 0
  let isElsewhere = false

  function tell() {
    if (store.getState().status !== 'playing' || toldMs === beganMs) return
    toldMs = beganMs
    board.write(String(beganMs))
  }

  const disconnects = [
    followPlayer(store, ({ status }, before) => {
      if (isActive(status) && !isActive(before.status)) {
        beganMs = Date.now()
        isElsewhere = false
      }
      tell()
    }),
    board.onWrite((text) => {
      if (!(Number(text) >= beganMs)) return
      isElsewhere = true
      if (isActive(store.getState().status)) player.pause()
    }),
  ]
  return {
    unasked: {
      play: () => void (isElsewhere || player.play()),
      next: () => void (isElsewhere || player.next()),
    },
    disconnect() {
      for (const disconnect of disconnects) disconnect()
    },
  }
}

/** Shared by all tabs of this browser. */
export const tabsBoard: Board = {
  write: (text) => deviceStorage.write(VOICE_KEY, text),
  onWrite: (listener) => onWriteElsewhere(VOICE_KEY, (text) => text !== null && listener(text)),
}
