import { displayModes, pageSizes, SETTINGS_KEY, sortOptions } from '#features/settings/index.ts'

import { addListChoice } from './list-choice.ts'

/** What is stored may be of another version of this program: what is not offered here counts as not chosen. */
const offered = { displayMode: displayModes, pageSize: pageSizes, sortOption: sortOptions }

/** Some browsers go on with the page that is left. It is seen then: the visitor may have stopped the way to the other. */
const MAX_HIDDEN_MS = 3000

/**
 * Runs from the page's head: an address that does not say how its list is shown is left for the one that does, before
 * anything of the other is seen.
 */
export const listChoiceScript = `try{let u=new URL(location.href),s=JSON.parse(localStorage.getItem(${JSON.stringify(SETTINGS_KEY)})).values,c={},e=document.documentElement.style;for(let[n,o]of Object.entries(${JSON.stringify(offered)}))if(o.includes(s[n]))c[n]=s[n];if((${addListChoice.toString()})(u,c)){e.visibility='hidden';setTimeout(()=>{e.visibility=''},${MAX_HIDDEN_MS});location.replace(u.href)}}catch{}`
