import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useSession } from '#features/accounts/index.ts'
import { RoutePending } from '#features/shell/index.ts'
import type { AppContext } from '#i18n/app-context.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { ShownBase, useShownBase } from '#lib/api/api-base.ts'
import { basePath, below } from '#lib/base-path.ts'
import { createScrollKeys, restoreUnlessScrolled } from '#lib/navigation/scroll-keys.ts'
import { parseSearch, stringifySearch } from '#lib/navigation/search-params.ts'
import { packQueries, unpackQueries } from '#lib/packed/packed-queries.ts'

import { routeTree } from './routeTree.gen.ts'

type Options = Omit<AppContext, 'queryClient' | 'siteUrl' | 'isClosed' | 'endpoints'> & {
  /** `https://host` */
  origin: string
  nonce?: string | undefined
  isClosed?: boolean
  endpoints?: AppContext['endpoints']
}

/** Creates a router and an empty query cache: per request on the server, per page load in the browser. */
export function createAppRouter({ api, i18n, origin, nonce, isClosed = false, endpoints = {} }: Options) {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The client retries itself, only when it may help.
        retry: false,
        refetchOnWindowFocus: false,
        // Without a connection a call fails visibly instead of waiting, and is retried later. A server at home may be
        // reachable when the browser thinks it is offline.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
    },
  })
  const context: AppContext = { api, queryClient, i18n, siteUrl: origin + basePath, isClosed, endpoints }
  const scrollKeys = createScrollKeys()
  const router = createRouter({
    routeTree,
    context,
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
    origin,
    basepath: below('/'),
    parseSearch,
    stringifySearch,
    scrollRestoration: import.meta.env.SSR || restoreUnlessScrolled(),
    getScrollRestorationKey: scrollKeys.keyOf,
    defaultHashScrollIntoView: { behavior: 'instant' },
    defaultPendingMs: 250,
    // Also while a screen's own pending component is loading.
    defaultPendingComponent: RoutePending,
    // Loader data are in the query cache, which knows whether they are fresh.
    defaultPreloadStaleTime: 0,
    // The router writes this into the page with its own matches. Omitted from the browser's build.
    ...(import.meta.env.SSR ? { dehydrate: () => ({ queries: packQueries(queryClient), isClosed }) } : {}),
    hydrate: (page) => {
      unpackQueries(queryClient, page.queries)
      context.isClosed = page.isClosed
      if (page.isClosed) useSession.setState({ isClosed: true })
    },
    Wrap: ({ children }: { children: ReactNode }) => (
      <I18nProvider value={i18n}>
        <ShownBase value={useShownBase()}>
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        </ShownBase>
      </I18nProvider>
    ),
  })
  scrollKeys.follow(router)
  // The server does not load data of a closed library: it renders the frame of every screen.
  if (isClosed) router.options.defaultSsr = false
  router.serverSsrLifecycle = { onServerSsrAttach: [(ssr) => ssr.onCleanup(() => queryClient.clear())] }
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
