import { storedName } from '#lib/base-path.ts'

import { SETTINGS_KEY } from './settings.store.ts'

/**
 * Runs in the page's head before the first paint, so that nothing flashes or moves: colour scheme, filtered works, tag
 * names, details of shops and the docked menu. Must do the same as `showSettings`.
 */
export const settingsScript = () =>
  `try{var s=JSON.parse(localStorage.getItem(${JSON.stringify(storedName(SETTINGS_KEY))})).values,e=document.documentElement.dataset;if(s.colorScheme==='dark'||s.colorScheme==='light')e.colorScheme=s.colorScheme;if(s.globalFilter)e.globalFilter='';if(s.showCensoredTag)e.milderTags='';if(s.showShopDetails)e.shopDetails='';if(s.sidebarExpandMode==='docked')e.sidebar=s.isSidebarFolded?'folded':'docked'}catch(e){}`
