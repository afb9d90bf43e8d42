import { useEffect } from 'react'

type EarlyTaps = { element: HTMLElement | null; stop: () => void }

declare global {
  interface Window {
    otodanaEarlyTaps?: EarlyTaps
  }
}

/** Spread on what plays: a tap on it before the page has come alive is remembered, and done as soon as it has. */
export const earlyTap = { 'data-early-tap': '' }

/**
 * Runs from the page's head. On a slow phone a page can be read seconds before its scripts are there, and the first tap
 * is on "Play". It is kept; if a script does not arrive at all or fails, links lead where they lead without one.
 */
export const earlyTapScript = `(function(d){
function keep(e){var t=e.target.closest&&e.target.closest('[data-early-tap]');if(!t||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;e.preventDefault();e.stopPropagation();taps.element=t}
function fail(e){if(e.target===window||e.target.tagName==='SCRIPT')taps.stop()}
var taps=window.otodanaEarlyTaps={element:null,stop:function(){d.removeEventListener('click',keep,true);removeEventListener('error',fail,true)}};
d.addEventListener('click',keep,true);addEventListener('error',fail,true)})(document)`

/** Called by a screen whose buttons play: from here on they do so by themselves. */
export function useEarlyTap(): void {
  useEffect(() => {
    const taps = window.otodanaEarlyTaps
    if (!taps) return
    delete window.otodanaEarlyTaps
    taps.stop()
    if (taps.element?.isConnected) taps.element.click()
  }, [])
}
