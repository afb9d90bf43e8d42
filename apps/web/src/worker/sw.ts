import { parseWorkRef } from '@otodana/work-code'

import { type ToPage, type ToWorker } from '#lib/storage/cached-pages.ts'
import { below, pathInApp } from '#lib/base-path.ts'
import { openKeptChannel, type KeptMessage } from '#lib/kept/messages.ts'
import { findKept } from '#lib/kept/open-database.ts'
import { findKeptCover } from '#lib/kept/read-covers.ts'
import { isWorkKept } from '#lib/kept/visitor.ts'
import { CONTENT, COVERS, DATA, PAGES } from '#lib/storage/caches.ts'
import { createFiles } from './files.ts'
import { firstAnswer } from '#lib/api/first-answer.ts'
import { handlingOf, isFresh, mayCache } from './handling.ts'
import { createKeptFiles } from './kept-files.ts'
import { createNotifications } from './notifications.ts'
import { createPages } from './pages.ts'
import { createBoundedCache } from './bounded-cache.ts'

declare const self: ServiceWorkerGlobalScope
/** Inserted by the build: its id and the paths of its files. */
declare const BUILD: string
declare const FILES: readonly string[]

const LIMITS = { pages: 40, data: 150, covers: 400 }
/** Longer than a slow connection needs for a page, shorter than a visitor would wait. */
const PATIENCE_MS = 4_000
/** The longest wait for a page that is not cached, before the shell explains the wait. */
const ENDURANCE_MS = 8_000
/** The same for the page of a work that is kept on this device, which the shell shows at once. */
const KEPT_ENDURANCE_MS = 1_500
/** A frozen page does not answer, and may be of any build. */
const ANSWER_MS = 1_000

const { caches, clients } = self
const now = () => Date.now()
const fetch: typeof self.fetch = (...asked) => self.fetch(...asked)
const pages = createBoundedCache({ caches, name: PAGES, limit: LIMITS.pages, now })
const data = createBoundedCache({ caches, name: DATA, limit: LIMITS.data, now })
const covers = createBoundedCache({ caches, name: COVERS, limit: LIMITS.covers, now })
const files = createFiles({ caches, fetch, build: BUILD, addresses: FILES.map(below) })
const documents = createPages({ caches, fetch, pages, covers, build: BUILD, now, forget })

const keptFiles = createKeptFiles({ find: findKept, onBroken: () => tellTabs({ type: 'changed', what: 'files' }) })

const after = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null))

async function forget(): Promise<void> {
  for (const name of CONTENT) await caches.delete(name)
}

self.addEventListener('install', (event) => event.waitUntil(files.fetchAll()))

// Runs once no page of another build is open, or after a `takeOver` message.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await files.removeOtherBuilds()
      await self.registration.navigationPreload?.enable()
      await clients.claim()
    })(),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const handling = handlingOf(request, self.location.origin)
  if (handling === null) return
  const answer = {
    file: () => files.answer(request),
    page: answerPage,
    shelf: answerShelf,
    data: answerData,
    cover: answerCover,
    ownCover: answerOwnCover,
    kept: () => keptFiles.answer(request),
  }[handling]
  event.respondWith(answer(event))
})

async function answerPage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const preloaded = event.preloadResponse as Promise<Response | undefined>
  const network = preloaded.then((answer) => answer ?? fetch(request))
  const address = withoutHash(request.url)
  const endurance = isKept(address).then((is) => after(is ? KEPT_ENDURANCE_MS : ENDURANCE_MS))
  const { answer, isCached } = await documents.answer(address, network, after(PATIENCE_MS), endurance)
  if (isCached) event.waitUntil(network.then((late) => documents.keep(address, late)).catch(() => undefined))
  else event.waitUntil(documents.keep(address, answer.clone()))
  return answer
}

/** Whatever the server would send, the browser fills it in from this device. */
async function answerShelf(event: FetchEvent): Promise<Response> {
  const preloaded = event.preloadResponse as Promise<Response | undefined>
  const shell = await documents.shell()
  if (!shell) return (await preloaded) ?? fetch(event.request)
  event.waitUntil(preloaded.catch(() => undefined))
  return shell
}

/** Whether an address is of a work that is kept on this device. */
async function isKept(address: string): Promise<boolean> {
  const id = parseWorkRef(/^\/work\/(\w+)/.exec(pathInApp(new URL(address).pathname))?.[1] ?? '')
  const db = id === null ? null : await findKept()
  return db !== null && id !== null && isWorkKept(db, id)
}

async function answerData(event: FetchEvent): Promise<Response> {
  const { request } = event
  const network = fetch(request)
  const { answer, isCached } = await firstAnswer({
    network,
    cached: data.find(request.url),
    patience: after(PATIENCE_MS),
  })
  const keep = async (given: Response) => mayCache(given) && data.put(request.url, given)
  event.waitUntil(isCached ? network.then(keep).catch(() => undefined) : keep(answer.clone()))
  return answer
}

/** Fresh ones need no network; the others may have changed. */
async function answerCover(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cached = await covers.find(request.url)
  if (cached && isFresh(cached.answer.headers, cached.cachedAt, now())) return cached.answer
  try {
    const answer = await fetch(request)
    if (mayCache(answer)) event.waitUntil(covers.put(request.url, answer.clone()))
    return answer
  } catch (error) {
    const other = cached?.answer ?? (await keptCover(request.url))
    if (other) return other
    throw error
  }
}

async function answerOwnCover({ request }: FetchEvent): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await keptCover(request.url)
    if (kept) return kept
    throw error
  }
}

async function keptCover(url: string): Promise<Response | null> {
  const db = await findKept()
  const blob = db && (await findKeptCover(db, new URL(url)))
  return blob ? new Response(blob, { headers: { 'cache-control': 'no-store' } }) : null
}

function tellTabs(message: KeptMessage): void {
  const channel = openKeptChannel()
  channel.postMessage(message)
  channel.close()
}

const notifications = createNotifications({
  listPages: () => clients.matchAll({ type: 'window' }),
  openPage: (path) => clients.openWindow(path),
  show: (...given) => self.registration.showNotification(...given),
  shelf: below('/kept'),
  icon: below('/icons/icon-192.png'),
})

self.addEventListener('notificationclick', (event) => {
  event.waitUntil(notifications.handleClick(event.notification))
})

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker
  switch (message.type) {
    case 'shown':
      event.waitUntil(cacheShown(message.address))
      return
    case 'takeOver':
      event.waitUntil(takeOver())
      return
    case 'notify':
      event.waitUntil(notifications.notify(message.title, message.body))
      return
    case 'whichBuild':
      event.ports[0]?.postMessage(BUILD)
      return
    case 'knowsQuickHash':
      event.ports[0]?.postMessage(true)
      return
  }
})

async function cacheShown(address: string): Promise<void> {
  const { origin, href } = new URL(address, self.location.origin)
  if (origin !== self.location.origin) return
  await documents.cacheShown(withoutHash(href))
  await documents.renew()
}

async function takeOver(): Promise<void> {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const builds = await Promise.all(open.map(buildOfPage))
  if (builds.every((build) => build === BUILD)) await self.skipWaiting()
}

function buildOfPage(page: Client): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise((resolve) => {
    port1.addEventListener('message', ({ data: build }) => resolve(build), { once: true })
  })
  port1.start()
  page.postMessage({ type: 'whichBuild' } satisfies ToPage, [port2])
  return Promise.race([answered, after(ANSWER_MS)])
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? url
}
