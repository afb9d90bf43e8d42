import { isTelegramLaunch, MINI_APP_KEY } from './mini-app.ts'

/** Runs from the page's head: keeps for this tab what only its first address says, which the first link takes away. */
export const miniAppScript = `try{if((${isTelegramLaunch.toString()})(location.hash))sessionStorage.setItem(${JSON.stringify(MINI_APP_KEY)},'telegram')}catch{}`
