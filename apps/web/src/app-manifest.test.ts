import { expect, test } from 'vitest'

import { locales } from '#i18n/locale.ts'

import { appManifest } from './app-manifest.ts'

test('I18N-01 OFF-32 the app is the same in all languages, and each calls its parts by its own names', async () => {
  const manifests = await Promise.all(locales.map(appManifest))
  for (const manifest of manifests) {
    expect(manifest).toMatchObject({ id: '/', start_url: '/works', scope: '/', display: 'standalone' })
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    expect(manifest.share_target).toMatchObject({ action: '/share', method: 'GET' })
    for (const { name, url } of manifest.shortcuts) expect(name, url).not.toMatch(/^places\./)
  }
  expect(manifests.map(({ lang }) => lang)).toEqual(locales)
  expect(new Set(manifests.map(({ description }) => description)).size).toBe(locales.length)
  expect(new Set(manifests.flatMap(({ shortcuts }) => shortcuts.map(({ name }) => name))).size).toBe(4 * locales.length)
})
