import { openOwnWindow } from '#lib/browser/own-window.ts'

import styles from './Picture.module.css'
import { pictureStore } from './picture.store.ts'

const WIDTH = 480

/** Whether the browser can show a video, and nothing else, in a window of its own. Browser only. */
export function canHaveNativeWindow(): boolean {
  return document.pictureInPictureEnabled && 'requestPictureInPicture' in HTMLVideoElement.prototype
}

/**
 * Shows the picture in a small window: with subtitles and buttons where the browser has windows for pages, otherwise in
 * the browser's own. Within a press.
 */
export async function showApart(video: HTMLVideoElement): Promise<void> {
  // Refused only if it was left meanwhile.
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined)
  const { ratio } = pictureStore.getState()
  const opened = await openOwnWindow({ width: WIDTH, height: Math.round(WIDTH / ratio) }, styles.window)
  if (!opened) {
    await video.requestPictureInPicture?.().catch(() => undefined)
    return
  }
  pictureStore.setState({ apart: opened })
  opened.addEventListener('pagehide', () => {
    // Another window may have taken its place.
    if (pictureStore.getState().apart === opened) pictureStore.setState({ apart: null })
  })
}

/** Brings the picture back into the page. */
export function bringBack(): void {
  const { apart } = pictureStore.getState()
  // Refused only if the listener has closed the window meanwhile.
  if (apart === 'browsers') document.exitPictureInPicture().catch(() => undefined)
  else apart?.close()
}
