import { whenAtHand } from '#lib/kept/at-hand.ts'

import { playerStore } from '../player.ts'
import { audioElement } from './audio-element.ts'

let create: (() => unknown) | undefined
let isNeeded = false

/** Loads the engine's code, which is not in the first load; a failed import is retried. */
export function loadEngine(): void {
  Promise.all([import('./page-engine.ts'), whenAtHand()]).then(
    ([{ getEngine }]) => {
      create = getEngine
      return isNeeded ? getEngine() : undefined
    },
    () => addEventListener('online', loadEngine, { once: true }),
  )
}

// The first command. The store keeps it until there is an engine.
const stopWaiting = playerStore.subscribe(() => {
  stopWaiting()
  isNeeded = true
  if (create) create()
  // Within the listener's tap, so that Safari lets the element play once the code has arrived.
  else audioElement().load()
})
