import { SETTINGS_KEY } from './settings.store.ts'

/**
 * Runs before the first paint, from the page's head: a page must not flash in the other scheme, nor with works that the
 * visitor's filter keeps away, nor with tag names that the visitor does not want to read; nor move aside for the menu.
 * Does as `showSettings` does.
 */
export const settingsScript = `try{var s=JSON.parse(localStorage.getItem(${JSON.stringify(SETTINGS_KEY)})).values,e=document.documentElement.dataset;if(s.colorScheme==='dark'||s.colorScheme==='light')e.colorScheme=s.colorScheme;if(s.globalFilter)e.globalFilter='';if(s.showCensoredTag)e.milderTags='';if(s.sidebarExpandMode==='docked')e.sidebar=s.isSidebarFolded?'folded':'docked'}catch(e){}`
