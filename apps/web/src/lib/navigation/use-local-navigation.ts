import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { below } from '../base-path.ts'

/**
 * Turns clicks on plain links and submits of plain GET forms into client navigation, once for the whole document. A
 * page of 100 cards contains over a thousand links: plain elements cost nothing, and work before and without
 * JavaScript.
 *
 * @param complete  adds this device's display options to a URL
 */
export function useLocalNavigation(complete?: (url: URL) => void): void {
  const router = useRouter()
  useEffect(() => {
    const go = (url: URL) => {
      takeOverScreen()
      complete?.(url)
      void router.navigate({ href: url.pathname + url.search + url.hash })
    }

    const handleClick = (event: MouseEvent) => {
      const url = localTarget(event)
      if (!url) return
      event.preventDefault()
      go(url)
    }
    const handleSubmit = (event: SubmitEvent) => {
      const form = event.target
      if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get') return
      const url = new URL(form.action, location.href)
      if (!isPage(url)) return
      event.preventDefault()
      url.search = new URLSearchParams(textFields(form, event.submitter)).toString()
      go(url)
    }
    document.addEventListener('click', handleClick)
    document.addEventListener('submit', handleSubmit)
    setLive()
    // Tells browser tests that the page is hydrated.
    document.documentElement.dataset.live = ''
    return () => {
      document.removeEventListener('click', handleClick)
      document.removeEventListener('submit', handleSubmit)
    }
  }, [router, complete])
}

let setLive: () => void
const live = new Promise<void>((resolve) => {
  setLive = resolve
})

/** Resolves once the whole page is hydrated, before which a change of the language or route renders it twice. */
export async function pageHydrated(): Promise<void> {
  await live
  takeOverScreen()
}

/**
 * React hydrates the frame of a page first and its screen a moment later. If a link is followed in between, the screen
 * hydrates after the router has left it, which fails, and everything renders twice. React hydrates synchronously for
 * discrete events; this dispatches one that has no listener.
 */
function takeOverScreen(): void {
  document.querySelector('main > *')?.dispatchEvent(new Event('compositionend'))
}

/** Returns where a click leads, if that is another page of this site in this tab. */
function localTarget(event: MouseEvent): URL | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const anchor = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(anchor instanceof HTMLAnchorElement) || anchor.hasAttribute('download')) return null
  if (anchor.target !== '' && anchor.target !== '_self') return null
  const url = new URL(anchor.href)
  // An anchor on the same page is left to the browser. Compared as text: `/a?#b` is not on `/a`.
  const isAnchor = url.hash !== '' && url.href.split('#', 1)[0] === location.href.split('#', 1)[0]
  return isPage(url) && !isAnchor ? url : null
}

function isPage(url: URL): boolean {
  const { origin, pathname } = url
  return origin === location.origin && pathname.startsWith(below('/')) && !pathname.startsWith(below('/api/'))
}

function textFields(form: HTMLFormElement, submitter: HTMLElement | null): [string, string][] {
  return [...new FormData(form, submitter)].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[1] !== '',
  )
}
