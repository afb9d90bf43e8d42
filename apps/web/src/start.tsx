import { RouterProvider } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { apiSession, followSession, takeToken, useSession } from '#features/accounts/index.ts'
import { followEndpoint } from '#features/health/index.ts'
import { startKept, withKept } from '#features/kept/index.ts'
import { clearCaches, loadOffline, detectCachedPage, watched } from '#features/offline/index.ts'
import { isLocale, pickLocale, type Locale } from '#i18n/locale.ts'
import { createI18n, LANGUAGE_KEY, savedLocale, saveLocale } from '#i18n/translations.ts'
import { createApi } from '#lib/api/api.ts'
import { followInstallOffer } from '#lib/browser/install.ts'
import { warmUp } from '#lib/chunks/lazy-component.tsx'
import { pageHydrated } from '#lib/navigation/use-local-navigation.ts'
import { pause } from '#lib/pause.ts'
import { retryable } from '#lib/api/retry-pending-fetches.ts'
import { onStoredChange } from '#lib/storage/browser-storage.ts'
import { pushAfterOverlays } from '#ui/open-mark.ts'

import { createAppRouter } from './router.tsx'

/** Longest wait for the shelf's first works before the page is rendered without them. */
const LONGEST_LOOK_MS = 300

/**
 * Hydrates the page, or renders it if the server could not.
 *
 * @param entry  URL of the build's first script
 */
export async function start(entry: string): Promise<void> {
  detectCachedPage()
  takeToken()
  const shelf = startKept()

  // Only on a server-rendered page. Without it this is the bare shell (rendering failed): a plain client app.
  const isRendered = '$_TSR' in window
  const saved = savedLocale()
  const { lang } = document.documentElement
  // Hydrates in the server's language, whatever this browser would have picked.
  const locale = isRendered && isLocale(lang) ? lang : pickLocale(saved, navigator.languages)

  const i18n = await createI18n(locale)
  const check = import.meta.env.DEV ? (await import('#lib/api/check-answer.ts')).checkAnswer : undefined
  const api = createApi({ fetch: withKept(watched(retryable(inLanguage))), check, caller: apiSession })
  const endpoints = followEndpoint()
  const router = createAppRouter({ api, i18n, origin: location.origin, endpoints })
  pushAfterOverlays(router.history)
  followSession({ api, queryClient: router.options.context.queryClient, reload: () => router.invalidate() })
  followInstallOffer()

  useSession.subscribe((now, before) => {
    // Logged out, or another user has logged in in another tab.
    if (before.token !== null && now.user === null && now.token !== before.token) clearCaches()
  })

  // As a transition, it is done in slices, so that the page stays responsive.
  if (isRendered) startTransition(() => void hydrateRoot(document, <RouterClient router={router} />))
  else {
    // What is late, or fails, the router shows by itself.
    if (shelf) await Promise.race([Promise.all([shelf, router.load()]).catch(() => undefined), pause(LONGEST_LOOK_MS)])
    createRoot(document).render(<RouterProvider router={router} />)
  }

  // Includes the other screens, so that a visit and its playback survive an update of the server.
  const screens = Object.values(router.routesById).map(
    (route) => async (): Promise<unknown> => router.loadRouteChunk(route),
  )
  // Finally the worker, which caches them.
  warmUp(screens, async () => import.meta.env.PROD && (await loadOffline()).startOffline(entry, router))

  // The cookie for the server is gone, but the choice is still stored.
  if (saved && saved !== locale) {
    saveLocale(saved)
    await show(saved)
  }

  // Chosen in another tab. If its texts fail to load, the language stays.
  onStoredChange(LANGUAGE_KEY, () => void show(pickLocale(savedLocale(), navigator.languages)).catch(() => undefined))

  async function show(chosen: Locale): Promise<void> {
    await pageHydrated()
    await i18n.change(chosen)
    // Routes create the titles.
    await router.invalidate()
  }
}

/** The server returns messages that are displayed unchanged: request the page's language, not the browser's. */
function inLanguage(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.set('accept-language', document.documentElement.lang)
  return fetch(url, { ...init, headers })
}
