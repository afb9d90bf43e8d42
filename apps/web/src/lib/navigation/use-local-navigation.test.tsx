import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { startTransition, Suspense, useEffect, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import { useLocalNavigation } from './use-local-navigation.ts'

/** React continues in another task after a few milliseconds. */
function takeTime() {
  const end = performance.now() + 2
  while (performance.now() < end);
}

test('NAV-01 a link that is followed before React has taken over the screen has it do so first', async () => {
  // As in a browser: React works in its own tasks.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  let isTaken = false
  const wasTaken: boolean[] = []
  const followed = Promise.withResolvers<void>()
  router.navigate = async () => {
    wasTaken.push(isTaken)
    followed.resolve()
  }
  function Screen() {
    useLayoutEffect(() => {
      isTaken = true
    }, [])
    return Array.from({ length: 20 }, (_, index) => <Card key={index} />)
  }
  function Card() {
    takeTime()
    return <p>Work</p>
  }
  function Page() {
    useLocalNavigation()
    useEffect(() => {
      queueMicrotask(() => {
        wasTaken.push(isTaken)
        document.querySelector('a')!.click()
      })
    }, [])
    return (
      <>
        <a href="/circles">Circles</a>
        <main>
          <Suspense>
            <Screen />
          </Suspense>
        </main>
      </>
    )
  }
  const page = (
    <RouterContextProvider router={router}>
      <Page />
    </RouterContextProvider>
  )
  const place = document.createElement('div')
  document.body.append(place)
  place.innerHTML = renderToString(page)
  let root: ReturnType<typeof hydrateRoot> | undefined
  startTransition(() => {
    root = hydrateRoot(place, page)
  })
  await followed.promise
  expect(wasTaken).toEqual([false, true])
  root?.unmount()
  vi.unstubAllGlobals()
})
