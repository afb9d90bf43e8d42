import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { errorStatus } from '@otodana/contract'
import { describe, expect, test } from 'vitest'

import { aboutTexts } from './on-demand/about-texts.ts'
import { accountImportTexts } from './on-demand/account-import-texts.ts'
import { accountTexts } from './on-demand/account-texts.ts'
import { adminTexts } from './on-demand/admin-texts.ts'
import { backupTexts } from './on-demand/backup-texts.ts'
import { loadTexts } from './load-texts.ts'
import { feedbackTexts } from './on-demand/feedback-texts.ts'
import { tagVoteTexts } from './on-demand/tag-vote-texts.ts'
import { downloadsTexts } from './on-demand/downloads-texts.ts'
import { appPasswordTexts } from './on-demand/app-password-texts.ts'
import { podcastTexts } from './on-demand/podcast-texts.ts'
import { codeCorrectionTexts } from './on-demand/code-correction-texts.ts'
import { debugTexts } from './on-demand/debug-texts.ts'
import { fileTexts } from './on-demand/file-texts.ts'
import { healthTexts } from './on-demand/health-texts.ts'
import { deferredTexts } from './on-demand/deferred-texts.ts'
import { keptTexts } from './on-demand/kept-texts.ts'
import { kikoeruTexts } from './on-demand/kikoeru-texts.ts'
import { libraryFolderTexts } from './on-demand/library-folder-texts.ts'
import { localSubtitleTexts } from './on-demand/local-subtitle-texts.ts'
import { locales } from './locale.ts'
import { filterTexts } from './on-demand/filter-texts.ts'
import { historyTexts } from './on-demand/history-texts.ts'
import { menuTexts } from './on-demand/menu-texts.ts'
import { offlineTexts } from './on-demand/offline-texts.ts'
import { outboxTexts } from './on-demand/outbox-texts.ts'
import { playerTexts } from './on-demand/player-texts.ts'
import { playlistTexts } from './on-demand/playlist-texts.ts'
import { recommenderTexts } from './on-demand/recommender-texts.ts'
import { reviewTexts } from './on-demand/review-texts.ts'
import { editingTexts } from './on-demand/editing-texts.ts'
import { metadataLookupTexts } from './on-demand/metadata-lookup-texts.ts'
import { nameEditingTexts } from './on-demand/name-editing-texts.ts'
import { workSelectionTexts } from './on-demand/work-selection-texts.ts'
import { setupTexts } from './on-demand/setup-texts.ts'
import { seriesTexts } from './on-demand/series-texts.ts'
import { addTextFiles } from './on-demand/add-text-files.ts'

/** Never loaded by the app itself. */
const oldIosTexts = addTextFiles(
  import.meta.glob<Record<string, unknown>>('./*/old-ios.json', { eager: true, import: 'default' }),
)

const source = fileURLToPath(new URL('..', import.meta.url))
const PLURAL = /_(?:zero|one|two|few|many|other)$/

/** Dotted keys and their texts. */
function flatten(texts: unknown, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts as object).flatMap(([name, value]) =>
    typeof value === 'string' ? [[prefix + name, value] as [string, string]] : flatten(value, `${prefix}${name}.`),
  )
}
const stem = (key: string) => key.replace(PLURAL, '')

const textsOf = Object.fromEntries(
  await Promise.all(
    locales.map(async (locale) => {
      const all = {
        ...(await loadTexts(locale)),
        ...aboutTexts[locale],
        ...appPasswordTexts[locale],
        ...podcastTexts[locale],
        ...accountTexts[locale],
        ...accountImportTexts[locale],
        ...adminTexts[locale],
        ...feedbackTexts[locale],
        ...tagVoteTexts[locale],
        ...backupTexts[locale],
        ...codeCorrectionTexts[locale],
        ...debugTexts[locale],
        ...downloadsTexts[locale],
        ...fileTexts[locale],
        ...healthTexts[locale],
        ...deferredTexts[locale],
        ...filterTexts[locale],
        ...historyTexts[locale],
        ...keptTexts[locale],
        ...menuTexts[locale],
        ...oldIosTexts[locale],
        ...offlineTexts[locale],
        ...outboxTexts[locale],
        ...playerTexts[locale],
        ...playlistTexts[locale],
        ...kikoeruTexts[locale],
        ...libraryFolderTexts[locale],
        ...setupTexts[locale],
        ...localSubtitleTexts[locale],
        ...recommenderTexts[locale],
        ...reviewTexts[locale],
        ...seriesTexts[locale],
        ...nameEditingTexts[locale],
        ...workSelectionTexts[locale],
        ...metadataLookupTexts[locale],
        ...editingTexts[locale],
      }
      return [locale, all] as const
    }),
  ),
)
const namespaces = Object.keys(textsOf.en!)

describe.each(locales)('I18N-01 the texts in %s', (locale) => {
  test('has the same namespaces and keys as English', () => {
    expect(Object.keys(textsOf[locale]!)).toEqual(namespaces)
    for (const namespace of namespaces) {
      const keys = (of: string) => [...new Set(flatten(textsOf[of]![namespace]).map(([key]) => stem(key)))].sort()
      expect(keys(locale), namespace).toEqual(keys('en'))
    }
  })

  test('has every plural form of its language, and no other', () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted()
    for (const namespace of namespaces) {
      const plurals = flatten(textsOf[locale]![namespace]).filter(([key]) => PLURAL.test(key))
      for (const [key, found] of Map.groupBy(plurals, ([name]) => stem(name))) {
        expect(found.map(([name]) => name.slice(key.length + 1)).toSorted(), `${namespace}:${key}`).toEqual(forms)
      }
    }
  })

  test('has no empty text, and the same blanks to fill as English', () => {
    const blanks = (text: string) => new Set(text.match(/\{\{\w+\}\}/g))
    for (const namespace of namespaces) {
      const english = Map.groupBy(flatten(textsOf.en![namespace]), ([key]) => stem(key))
      for (const [key, text] of flatten(textsOf[locale]![namespace])) {
        expect(text.trim(), `${namespace}:${key}`).not.toBe('')
        const known = new Set(english.get(stem(key))!.flatMap(([, other]) => [...blanks(other)]))
        expect(blanks(text).isSubsetOf(known), `${namespace}:${key}: ${text}`).toBe(true)
      }
    }
  })

  test('calls a layout of the player the same in the settings and in the player', () => {
    const { player, settings } = textsOf[locale] as unknown as Record<string, Record<string, Record<string, unknown>>>
    const { label: _, ...names } = settings!.playerStyle!
    expect(names).toEqual(player!.full!.styles)
  })

  test('API-02 has a text for every error of the API', () => {
    const { errors, 'errors-deferred': later } = textsOf[locale]!
    const keys = new Set([...flatten(errors), ...flatten(later)].map(([key]) => key))
    expect(Object.keys(errorStatus).filter((code) => !keys.has(code))).toEqual([])
  })
})

/** Every `t('key')` with its file's namespaces. */
function usedKeys(): { file: string; key: string; namespaces: string[] }[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^i18n\//.test(file),
  )
  return files.flatMap((file) => {
    const text = readFileSync(`${source}/${file}`, 'utf8')
    const used = [...text.matchAll(/(?:useTranslation|texts|Translate)[(<]'([\w-]+)'/g)].map(([, name]) => name!)
    // Cards receive their texts as props.
    if (text.includes('WorkWords')) used.push('works')
    const keys = [...text.matchAll(/\b(?:t|shell|ui|detail)\(\s*(['`])([^'`]+)\1/g)].map(([, , key]) => key!)
    return keys.map((key) => ({ file, key, namespaces: used }))
  })
}

test('I18N-01 every key that is used exists, and every key that exists is used', () => {
  const unused = new Set(
    namespaces
      .filter((namespace) => !namespace.startsWith('errors'))
      .flatMap((namespace) => flatten(textsOf.en![namespace]).map(([key]) => `${namespace}:${stem(key)}`)),
  )
  const missing: string[] = []
  for (const { file, key, namespaces: candidates } of usedKeys()) {
    // `sort.${option}`: any key of that shape.
    const pattern = new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '[\\w-]+')}$`)
    const found = candidates.flatMap((namespace) =>
      flatten(textsOf.en![namespace] ?? {})
        .map(([name]) => stem(name))
        .filter((name) => pattern.test(name))
        .map((name) => `${namespace}:${name}`),
    )
    if (found.length === 0) missing.push(`${file}: ${key}`)
    for (const name of found) unused.delete(name)
  }
  expect(missing).toEqual([])
  expect([...unused]).toEqual([])
})
