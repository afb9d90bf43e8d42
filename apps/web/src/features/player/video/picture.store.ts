import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/**
 * - `none`: the current track has no picture, as far as is known
 * - `offered`: data is saved, so it waits until the listener asks
 * - `loading`: its first frame is on the way
 * - `making`: the server makes the video
 * - `blocked`: the browser wants a gesture first
 */
export type PictureStatus = 'none' | 'offered' | 'loading' | 'making' | 'shown' | 'blocked' | 'failed'

type PictureState = {
  status: PictureStatus
  /** How much of the video is made, 0 to 1; null while unknown. */
  progress: number | null
  /** Width divided by height. */
  ratio: number
  /** Moving pictures are on the screen. */
  isSeen: boolean
  /** The window of ours that shows it outside the page, or the browser's own. */
  apart: null | Window | 'browsers'
  /** Enters and leaves full screen; null where no picture could fill it. */
  toggleFull: (() => void) | null
}

/** The picture of the current track, for what shows it and for what depends on whether it is seen. */
export const pictureStore = createStore<PictureState>(() => ({
  status: 'none',
  progress: null,
  ratio: 16 / 9,
  isSeen: false,
  apart: null,
  toggleFull: null,
}))

export function usePicture<Value>(select: (state: PictureState) => Value): Value {
  return useStore(pictureStore, select)
}
