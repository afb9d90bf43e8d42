import { SETTINGS_KEY, type ColorScheme } from '#features/settings/index.ts'

/**
 * Runs before the first paint, from the page's head: a page must not flash in the other scheme. Without a choice there is
 * no attribute, and the styles follow the system.
 */
export const colorSchemeScript = `try{var s=JSON.parse(localStorage.getItem(${JSON.stringify(SETTINGS_KEY)})).values.colorScheme;if(s==='dark'||s==='light')document.documentElement.dataset.colorScheme=s}catch(e){}`

/** The page as chosen from now on. */
export function applyColorScheme(scheme: ColorScheme): void {
  const { dataset } = document.documentElement
  if (scheme === 'system') delete dataset.colorScheme
  else dataset.colorScheme = scheme
}
