import { RouterProvider } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { caller, followSession, useSession } from '#features/accounts/index.ts'
import { followEndpoint } from '#features/health/index.ts'
import { forgetCopies, loadOffline, noteCopy, watched } from '#features/offline/index.ts'
import { isLocale, pickLocale, type Locale } from '#i18n/locale.ts'
import { createI18n, LANGUAGE_KEY, savedLocale, saveLocale } from '#i18n/translations.ts'
import { createApi } from '#lib/api/api.ts'
import { warmUp } from '#lib/chunks/lazy-component.tsx'
import { retryable } from '#lib/api/retry-pending-fetches.ts'
import { onStoredChange } from '#lib/storage/browser-storage.ts'

import { createAppRouter } from './router.tsx'

/**
 * Brings the page to life, or draws it where the server could not.
 *
 * @param entry  address of the build's first script
 */
export async function start(entry: string): Promise<void> {
  noteCopy()

  // There only on a server-rendered page. Without it this is the bare shell (rendering failed): a plain client app.
  const isRendered = '$_TSR' in window
  const saved = savedLocale()
  const { lang } = document.documentElement
  // Hydrate in the language the server wrote, whatever this browser would have picked.
  const locale = isRendered && isLocale(lang) ? lang : pickLocale(saved, navigator.languages)

  const i18n = await createI18n(locale)
  const check = import.meta.env.DEV ? (await import('#lib/api/check-answer.ts')).checkAnswer : undefined
  const api = createApi({ fetch: watched(retryable(inLanguage)), check, caller })
  const endpoints = followEndpoint()
  const router = createAppRouter({ api, i18n, origin: location.origin, endpoints })
  followSession({ api, queryClient: router.options.context.queryClient, reload: () => router.invalidate() })

  useSession.subscribe((now, before) => {
    // Logged out, or another user logged in in another tab.
    if (before.token !== null && now.user === null && now.token !== before.token) forgetCopies()
  })

  // As a transition, it is done in slices, between which the page answers.
  if (isRendered) startTransition(() => void hydrateRoot(document, <RouterClient router={router} />))
  else createRoot(document).render(<RouterProvider router={router} />)

  // The other screens too: a visit goes on, and what plays with it, when the server has another build by the time they are
  // opened.
  const screens = Object.values(router.routesById).map(
    (route) => async (): Promise<unknown> => router.loadRouteChunk(route),
  )
  // Last of all the worker, which keeps them.
  if (import.meta.env.PROD) screens.push(async () => (await loadOffline()).startOffline(entry, router))
  warmUp(screens)

  // The cookie that tells the server is gone, the choice is not.
  if (saved && saved !== locale) {
    saveLocale(saved)
    await show(saved)
  }

  // Chosen in another tab. Where its texts do not arrive, this one stays as it is.
  onStoredChange(LANGUAGE_KEY, () => void show(pickLocale(savedLocale(), navigator.languages)).catch(() => undefined))

  async function show(chosen: Locale): Promise<void> {
    await i18n.change(chosen)
    // Titles are made by the routes.
    await router.invalidate()
  }
}

/** The server tells what it has done in words, which are shown as they come: in the page's language, not the browser's. */
function inLanguage(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.set('accept-language', document.documentElement.lang)
  return fetch(url, { ...init, headers })
}
