import { storedName } from '#lib/base-path.ts'

import { SETTINGS_KEY } from './settings.store.ts'

/**
 * Runs in the page's head before the first paint, so that nothing flashes or moves: colour scheme, filtered works, tag
 * names, details of shops, marks of subtitles, rows of the home screen and the docked menu. Must do the same as `showSettings`, and as `Document`
 * for the subtitles.
 */
export const settingsScript = () =>
  `try{var s=JSON.parse(localStorage.getItem(${JSON.stringify(storedName(SETTINGS_KEY))})).values,e=document.documentElement.dataset;if(s.colorScheme==='dark'||s.colorScheme==='light')e.colorScheme=s.colorScheme;if(s.globalFilter)e.globalFilter='';if(s.showCensoredTag)e.milderTags='';if(s.showShopDetails)e.shopDetails='';if(s.showSubtitled??(s.localSubtitledWorks||[]).length)e.subtitles='';else if(s.showSubtitled===false&&document.documentElement.lang!=='zh-CN')delete e.subtitles;let p=s.showPopularAtHome===false,r=s.showRecommendAtHome===false;if(p||r)e.homeShelves=p?r?'none':'recommended':'popular';if(s.showRecentAtHome===false)e.noRecent='';if(s.recommenderUuid)e.listener='';if(s.sidebarExpandMode==='docked')e.sidebar=s.isSidebarFolded?'folded':'docked'}catch(e){}`
