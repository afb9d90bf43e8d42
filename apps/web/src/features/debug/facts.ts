import { getHealth, getTuning, type TuningState } from '@otodana/contract'

import { playerFacts } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { savedLocale } from '#i18n/translations.ts'
import { basePath } from '#lib/base-path.ts'
import type { Api } from '#lib/api/api.ts'
import { formatSize } from '#lib/format/format-size.ts'
import { apiBase } from '#lib/api/api-base.ts'
import { fetchWithin } from '#lib/api/fetch-within.ts'
import { storedSizes } from '#lib/storage/stored-sizes.ts'

/** Facts by name, in English in every language. Values come from the program or the browser. */
export type Facts = Record<string, string>
export const factGroups = [
  'connection',
  'storage',
  'databases',
  'player',
  'recommender',
  'settings',
  'browser',
] as const
type FactGroup = (typeof factGroups)[number]
export type AllFacts = Record<FactGroup, Facts>

/** Settings that may identify a user are excluded. */
const unspoken = new Set(['recommenderUuid', 'quickMarkTargetPlaylist', 'localSubtitledWorks', 'globalFilter'])

/** Reads the browser's state. Errors are reported as values; never throws. */
export async function gatherFacts(api: Api): Promise<AllFacts> {
  const [connection, storage, databases, recommender] = await Promise.all([
    connectionFacts(),
    storageFacts(),
    databaseFacts(),
    recommenderFacts(api),
  ])
  return {
    connection,
    storage,
    databases,
    player: texts(playerFacts()),
    recommender,
    settings: settingFacts(),
    browser: browserFacts(),
  }
}

async function connectionFacts(): Promise<Facts> {
  const { connection } = navigator as { connection?: { effectiveType?: string; saveData?: boolean } }
  return {
    page: location.origin + basePath,
    api: new URL(`${apiBase()}/api`, location.origin).href,
    health: await reported(async () => {
      const since = performance.now()
      return fetchWithin(5_000, apiBase() + getHealth.path, async (answer) => {
        const text = await answer.text()
        const state = answer.ok ? (text === 'OK' ? 'OK' : 'announcement') : 'not well'
        return `${answer.status} ${state}, ${Math.round(performance.now() - since)} ms`
      })
    }),
    online: String(navigator.onLine),
    ...(connection?.effectiveType === undefined ? {} : { line: connection.effectiveType }),
    ...(connection?.saveData === undefined ? {} : { savesData: String(connection.saveData) }),
  }
}

async function storageFacts(): Promise<Facts> {
  return {
    used: await reported(async () => {
      const { usage, quota } = await navigator.storage.estimate()
      return `${formatSize(usage ?? 0)} / ${formatSize(quota ?? 0)}`
    }),
    persisted: await reported(async () => String(await navigator.storage.persisted())),
    localStorage: await reported(async () => sizes('localStorage')),
    sessionStorage: await reported(async () => sizes('sessionStorage')),
    caches: await reported(async () => {
      const names = await caches.keys()
      const counted = names.map(async (name) => `${name} (${(await (await caches.open(name)).keys()).length})`)
      return (await Promise.all(counted)).join(', ') || '0'
    }),
    serviceWorker: await reported(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return registration?.active?.state ?? 'none'
    }),
  }
}

/** Names and sizes only, because values may be tokens. */
function sizes(area: 'localStorage' | 'sessionStorage'): string {
  const entries = storedSizes(area)
  const total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const list = entries.map(({ key, sizeBytes }) => `${key} ${formatSize(sizeBytes)}`)
  return [formatSize(total), ...list].join(' · ')
}

/** This origin's databases with versions and sizes. */
async function databaseFacts(): Promise<Facts> {
  const facts: Facts = {}
  const failure = await reported(async () => {
    for (const { name, version } of await indexedDB.databases()) {
      if (name !== undefined) facts[name] = `v${version ?? '?'}: ${await reported(() => countIn(name))}`
    }
    return ''
  })
  return failure === '' ? facts : { all: failure }
}

async function countIn(name: string): Promise<string> {
  const database = await answerOf(indexedDB.open(name))
  try {
    const stores = [...database.objectStoreNames]
    if (stores.length === 0) return '0'
    const transaction = database.transaction(stores, 'readonly')
    const counts = stores.map(async (store) => `${store} ${await answerOf(transaction.objectStore(store).count())}`)
    return (await Promise.all(counts)).join(', ')
  } finally {
    database.close()
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
    request.addEventListener('blocked', () => reject(new Error('blocked')))
  })
}

/** What recommendations are made of, and how the weights were chosen. */
async function recommenderFacts(api: Api): Promise<Facts> {
  let state: TuningState | undefined
  const failure = await reported(async () => {
    state = await api(getTuning, {})
    return ''
  })
  if (state === undefined) return { weights: failure }
  const { builtAt, weights, tuning } = state
  const facts: Facts = {
    model: builtAt ?? '–',
    weights: Object.entries(weights)
      .map(([part, weight]) => `${part} ${Number(weight.toPrecision(2))}`)
      .join(', '),
    tuned: tuning === null ? '–' : `${tuning.tunedAt} (${tuning.seconds.toFixed(1)} s)`,
  }
  if (tuning === null) return facts
  const { window, listeners, compared, recall, usualRecall, bestPart } = tuning
  facts['tunedOn'] = window === null ? `– (${listeners})` : `${window.from} – ${window.to} (${listeners})`
  if (window === null) return facts
  facts['compared'] = String(compared)
  facts['recall'] = recall.toFixed(3)
  facts['usualRecall'] = usualRecall.toFixed(3)
  if (bestPart !== null) facts['bestPartRecall'] = `${bestPart.recall.toFixed(3)} (${bestPart.name})`
  return facts
}

/** Settings that differ from their defaults. */
function settingFacts(): Facts {
  const initial = useSettings.getInitialState() as Record<string, unknown>
  const changed = Object.entries(useSettings.getState()).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name]),
  )
  return {
    language: `${document.documentElement.lang} (${savedLocale() ?? 'automatic'})`,
    ...Object.fromEntries(changed.map(([name, value]) => [name, unspoken.has(name) ? 'set' : JSON.stringify(value)])),
  }
}

function browserFacts(): Facts {
  const { userAgent, languages, hardwareConcurrency, maxTouchPoints, cookieEnabled } = navigator
  const matches = (query: string) => matchMedia(query).matches
  const audio = document.createElement('audio')
  const formats = ['audio/mpeg', 'audio/flac', 'audio/wav', 'audio/mp4', 'audio/webm; codecs=opus', 'audio/ogg']
  return texts({
    userAgent,
    languages: languages.join(', '),
    window: `${innerWidth} × ${innerHeight} @ ${devicePixelRatio}`,
    screen: `${screen.width} × ${screen.height}`,
    scheme: matches('(prefers-color-scheme: dark)') ? 'dark' : 'light',
    reducedMotion: matches('(prefers-reduced-motion: reduce)'),
    pointer: matches('(pointer: coarse)') ? 'coarse' : 'fine',
    touchPoints: maxTouchPoints,
    installed: matches('(display-mode: standalone)'),
    cores: hardwareConcurrency,
    cookies: cookieEnabled,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    plays: formats.map((type) => `${type.replace('audio/', '')}: ${audio.canPlayType(type) || 'no'}`).join(', '),
    can: [
      ['media session', 'mediaSession' in navigator],
      ['wake lock', 'wakeLock' in navigator],
      ['window of its own', 'documentPictureInPicture' in globalThis],
      ['file system', 'storage' in navigator && 'getDirectory' in navigator.storage],
    ]
      .map(([what, can]) => `${String(what)}: ${can === true ? 'yes' : 'no'}`)
      .join(', '),
  })
}

type Fact = string | number | boolean | null | undefined

function texts(values: Record<string, Fact>): Facts {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === null ? '–' : String(value)]))
}

/** A missing or forbidden feature is reported as a fact. */
async function reported(find: () => Promise<string>): Promise<string> {
  try {
    return await find()
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}
