import { SETTINGS_KEY } from './settings.store.ts'

/**
 * Runs before the first paint, from the page's head: a page must not flash in the other scheme, nor with works that the
 * visitor's filter keeps away. Does as `showSettings` does.
 */
export const settingsScript = `try{var s=JSON.parse(localStorage.getItem(${JSON.stringify(SETTINGS_KEY)})).values,e=document.documentElement.dataset;if(s.colorScheme==='dark'||s.colorScheme==='light')e.colorScheme=s.colorScheme;if(s.globalFilter)e.globalFilter=''}catch(e){}`
