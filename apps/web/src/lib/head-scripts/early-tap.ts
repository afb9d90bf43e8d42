import { useEffect } from 'react'

type EarlyTaps = { element: HTMLElement | null; stop: () => void }

declare global {
  interface Window {
    otodanaEarlyTaps?: EarlyTaps
  }
}

/**
 * Props for a container: early taps on any button in it are kept, except on submit buttons, whose forms work without
 * JavaScript. Its screen must call `useEarlyTap`.
 */
export const earlyTaps = { 'data-early-taps': '' } as const

/** Props for buttons whose tap before hydration is remembered, and performed afterwards. Their screens call `useEarlyTap`. */
export const earlyTap = { 'data-early-tap': '' } as const

/**
 * Runs in the page's head. On a slow phone a page is readable seconds before its scripts are loaded, and the first tap
 * is on "Play". The tap is remembered, and its button is busy until then; if a script fails to load, links work as without JavaScript.
 */
export const earlyTapScript = `(function(d){
function keep(e){var t=e.target.closest&&e.target.closest('[data-early-tap],[data-early-taps] button[type=button]');if(!t||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;e.preventDefault();e.stopPropagation();mark(0);taps.element=t;mark(1)}
function mark(is){var t=taps.element;if(t)is?t.setAttribute('aria-busy','true'):t.removeAttribute('aria-busy')}
function fail(e){if(e.target===window||e.target.tagName==='SCRIPT')taps.stop()}
var taps=window.otodanaEarlyTaps={element:null,stop:function(){mark(0);d.removeEventListener('click',keep,true);removeEventListener('error',fail,true)}};
d.addEventListener('click',keep,true);addEventListener('error',fail,true)})(document)`

/** Called by a screen with such buttons: from here on they handle taps themselves. */
export function useEarlyTap(): void {
  useEffect(() => {
    const taps = window.otodanaEarlyTaps
    if (!taps) return
    delete window.otodanaEarlyTaps
    taps.stop()
    if (taps.element?.isConnected) taps.element.click()
  }, [])
}
