import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { ApiError } from '#lib/api/api.ts'

import './on-demand/deferred-texts.ts'
import type { Locale } from './locale.ts'
import { createI18n, speaking } from './translations.ts'
import { errorText } from './use-error-text.ts'

const localeTexts = {
  works: {
    title: 'Works',
    deep: { er: 'Deeper {{a}} {{b}}' },
    total_one: '{{count}} work',
    total_other: '{{count}} works',
  },
}
const t = speaking('en', localeTexts).texts('works') as (
  key: string,
  values?: Record<string, string | number>,
) => string

test('a text is found by its path and filled with values, each once', () => {
  expect(t('title')).toBe('Works')
  expect(t('deep.er', { a: '{{b}}', b: '$&' })).toBe('Deeper {{b}} $&')
  expect(t('deep.er', { a: 1 })).toBe('Deeper 1 {{b}}')
})

test('the count chooses the plural form', () => {
  expect(t('total', { count: 1 })).toBe('1 work')
  expect(t('total', { count: 0 })).toBe('0 works')
})

test('what there is no text for shows its key, and prototypes hold no texts', () => {
  expect(t('deep')).toBe('deep')
  expect(t('constructor.name')).toBe('constructor.name')
})

test('I18N-03 another language is shown without a reload, and its subscribers are called', async () => {
  const i18n = await createI18n('en')
  let told = 0
  const stop = i18n.subscribe(() => told++)
  const english = i18n.current.texts('works')
  expect(i18n.current.texts('works')).toBe(english)
  await i18n.change('ja')
  expect([i18n.current.locale, i18n.current.texts('works')('title'), told]).toEqual(['ja', 'ライブラリ', 1])
  expect(i18n.initial.texts('works')).toBe(english)
  stop()
  await i18n.change('en')
  expect(told).toBe(1)
})

test('I18N-03 of two languages chosen in quick succession the later one stays, whichever arrives first', async () => {
  const i18n = await createI18n('en')
  await Promise.all([i18n.change('ja'), i18n.change('zh-CN'), i18n.change('en')])
  expect(i18n.current.locale).toBe('en')
  let told = 0
  i18n.subscribe(() => told++)
  await Promise.all([i18n.change('ja'), i18n.change('zh-CN')])
  expect([i18n.current.locale, told]).toEqual(['zh-CN', 1])
})

test('API-02 a known error key is translated, an unknown one shown as it came', async () => {
  const { current: i18n } = await createI18n('ja')
  expect(errorText(new ApiError(404, 'work.notFound', 'work.notFound'), i18n)).toBe(
    'この作品はライブラリにありません。',
  )
  expect(errorText(new ApiError(400, 'order: Invalid value', 'order: Invalid value'), i18n)).toBe(
    'order: Invalid value',
  )
  expect(errorText(new ApiError(418, undefined, '418 Teapot'), i18n)).toBe('418 Teapot')
  expect(errorText(new Error('broken'), i18n)).toBe('broken')
  expect(errorText(null, i18n)).toBe('不明なエラー')
})

test('ATH-07 after too many tries the message gives the wait, in seconds or in whole minutes rounded up', async () => {
  const told = async (locale: Locale, ...waits: (number | undefined)[]) => {
    const { current } = await createI18n(locale)
    return waits.map((retryAfterSeconds) =>
      errorText(new ApiError(429, 'request.tooMany', 'request.tooMany', { retryAfterSeconds }), current),
    )
  }
  expect(await told('en', 1, 59, 60, 61, 900, undefined)).toEqual([
    'Too many attempts. Try again in 1 second.',
    'Too many attempts. Try again in 59 seconds.',
    'Too many attempts. Try again in 1 minute.',
    'Too many attempts. Try again in 2 minutes.',
    'Too many attempts. Try again in 15 minutes.',
    'Too many attempts. Please wait a moment and try again.',
  ])
  expect(await told('ja', 30, 900)).toEqual([
    '回数が多すぎます。30秒後にもう一度お試しください。',
    '回数が多すぎます。15分後にもう一度お試しください。',
  ])
  expect(await told('zh-CN', 30, 900)).toEqual([
    '尝试次数过多，请在 30 秒后重试。',
    '尝试次数过多，请在 15 分钟后重试。',
  ])
})

test('API-02 an unknown key shows the server’s text as it is, and an empty one the text for unknown errors', async () => {
  const { current: i18n } = await createI18n('en')
  for (const text of ['work', 'work.notFound.more', '__proto__', 'constructor', 'a.b.c', '雨'])
    expect(errorText(new ApiError(400, text, text), i18n)).toBe(text)
  for (const error of [undefined, new Error(''), 'text', {}, new ApiError(500, undefined, '')])
    expect(errorText(error, i18n)).toBe('Unknown error')
})

test('API-02 a call that was taken back is silent', async () => {
  const { current: i18n } = await createI18n('en')
  const queryClient = new QueryClient()
  const reason = queryClient
    .fetchQuery({ queryKey: ['x'], queryFn: () => new Promise(() => {}) })
    .then(String, (error: unknown) => errorText(error, i18n))
  await queryClient.cancelQueries()
  for (const text of [await reason, errorText(new DOMException('gone', 'AbortError'), i18n)]) expect(text).toBe('')
})
