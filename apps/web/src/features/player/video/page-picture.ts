import { getVideoState } from '@otodana/contract'

import type { Api } from '#lib/api/api.ts'
import { savesData } from '#lib/browser/connection.ts'

import { getEngine } from '../engine/page-engine.ts'
import { player, playerStore } from '../player.ts'
import { createPicture, type Picture } from './picture.ts'

let picture: Picture | undefined

/** Returns the picture of this page, created on first use; browser only. */
export function getPicture(api: Api): Picture {
  picture ??= createPicture({
    video: silentVideo(),
    store: playerStore,
    player,
    engine: getEngine(),
    askState: (hash, signal) => api(getVideoState, { params: { hash } }, { signal }),
    savesData: () => savesData(navigator.connection ?? {}),
  })
  return picture
}

function silentVideo(): HTMLVideoElement {
  const video = document.createElement('video')
  // Phones play silent videos without a gesture, and inside the page.
  video.muted = true
  video.defaultMuted = true
  video.playsInline = true
  video.preload = 'auto'
  video.disableRemotePlayback = true
  return video
}
