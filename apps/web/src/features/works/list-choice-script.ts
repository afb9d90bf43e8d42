import { SETTINGS_KEY } from '#features/settings/index.ts'

import { addListChoice } from './list-choice.ts'

/**
 * Runs from the page's head: an address that does not say how its list is shown is left for the one that does, before
 * anything of the other is seen.
 */
export const listChoiceScript = `try{let u=new URL(location.href);if((${addListChoice.toString()})(u,JSON.parse(localStorage.getItem(${JSON.stringify(SETTINGS_KEY)})).values)){document.documentElement.style.visibility='hidden';location.replace(u.href)}}catch{}`
