import './ui/tokens.css'
import './ui/base.css'

import type { ApiEndpoints } from '@otodana/contract'
import { createRequestHandler, renderRouterToString, RouterServer } from '@tanstack/react-router/ssr/server'
import type { ServerManifest } from '@tanstack/router-core'
import { isbot } from 'isbot'

import { acceptedLanguages, cookieValue, directionOf, isLocale, pickLocale, type Locale } from '#i18n/locale.ts'
import { createI18n, LANGUAGE_KEY } from '#i18n/translations.ts'
import { createApi } from '#lib/api/api.ts'
import { setBasePath } from '#lib/base-path.ts'
import { loadRenderedParts } from '#lib/chunks/lazy-component.tsx'

import { appManifest as manifestIn } from './app-manifest.ts'
import { createAppRouter } from './router.tsx'

export { leanHtml } from './lean-html.ts'
export { setBasePath }

await loadRenderedParts()

type VisitorHeaders = {
  cookie?: string | undefined
  acceptLanguage?: string | undefined
  userAgent?: string | undefined
}

const check = import.meta.env.DEV ? (await import('#lib/api/check-answer.ts')).checkAnswer : undefined

/** Returns the language and direction of a page. Crawlers and prerender services get Japanese. */
export function languageOf({ cookie, acceptLanguage, userAgent }: VisitorHeaders): { locale: Locale; dir: string } {
  const locale = isbot(userAgent)
    ? 'ja'
    : pickLocale(cookieValue(cookie, LANGUAGE_KEY), acceptedLanguages(acceptLanguage))
  return { locale, dir: directionOf(locale) }
}

/** Returns the app manifest in the first available language. */
export function appManifest(...wanted: string[]): Promise<object> {
  return manifestIn(wanted.find(isLocale) ?? 'en')
}

type RenderOptions = {
  locale: Locale
  /** For every script. */
  nonce: string
  /** The public origin: `https://host`. */
  origin: string
  /** The files of each route. */
  manifest: ServerManifest
  /** Handles `/api/…` in process. */
  fetch: typeof globalThis.fetch
  /** Called with errors of loaders, and of screens that failed to load. */
  onFailure?: (error: unknown) => void
  /** Whether the library is for members only: then pages contain nothing of it. */
  isClosed?: boolean
  /** The instance's addresses. */
  endpoints?: ApiEndpoints
}

/**
 * Renders a page for an anonymous visitor as a whole document.
 *
 * @returns 200, 404 with the not-found page, a redirect without a body, or 500 if a loader or component failed
 */
export async function render(request: Request, options: RenderOptions): Promise<Response> {
  const { locale, nonce, origin, manifest, fetch, onFailure, isClosed = false, endpoints = {} } = options
  const i18n = await createI18n(locale)
  const handle = createRequestHandler({
    request,
    createRouter: () => createAppRouter({ api: createApi({ fetch, check }), i18n, origin, nonce, isClosed, endpoints }),
    getRouterManifest: () => manifest,
  })
  return handle(({ router, responseHeaders }) => {
    for (const { status, error } of router.state.matches) if (status === 'error') onFailure?.(error)
    return renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> })
  })
}
