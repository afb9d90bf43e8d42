import { storedName } from '#lib/base-path.ts'

import { isTelegramLaunch, MINI_APP_KEY } from './mini-app.ts'

/** Runs in the page's head: saves for this tab what only its first URL contains. */
export const miniAppScript = () =>
  `try{if((${isTelegramLaunch.toString()})(location.hash))sessionStorage.setItem(${JSON.stringify(storedName(MINI_APP_KEY))},'telegram')}catch{}`
