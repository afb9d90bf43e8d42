import { displayModes, pageSizes, SETTINGS_KEY, sortOptions } from '#features/settings/index.ts'
import { basePath, storedName } from '#lib/base-path.ts'

import { addListChoice } from './list-choice.ts'

/** Stored values may be of another version: unknown ones are ignored. */
const offered = { displayMode: displayModes, pageSize: pageSizes, sortOption: sortOptions }

/**
 * Some browsers keep showing the page while leaving it. It is shown again then: the visitor may have cancelled the
 * navigation.
 */
const MAX_HIDDEN_MS = 3000

/** Runs in the page's head: redirects a URL without display options to the chosen ones before anything is shown. */
export const listChoiceScript = () =>
  `try{let u=new URL(location.href),s=JSON.parse(localStorage.getItem(${JSON.stringify(storedName(SETTINGS_KEY))})).values,c={},e=document.documentElement.style;for(let[n,o]of Object.entries(${JSON.stringify(offered)}))if(o.includes(s[n]))c[n]=s[n];if((${addListChoice.toString()})(u.pathname.slice(${basePath.length}),u,c)){e.visibility='hidden';setTimeout(()=>{e.visibility=''},${MAX_HIDDEN_MS});location.replace(u.href)}}catch{}`
