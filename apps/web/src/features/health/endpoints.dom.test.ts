import { afterEach, expect, test } from 'vitest'

import { useSettings } from '#features/settings/index.ts'
import { apiBase } from '#lib/api/api-base.ts'

import { ENDPOINTS_META, followEndpoint } from './endpoints.ts'

function write(endpoints: Record<string, string>) {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: ENDPOINTS_META, content: JSON.stringify(endpoints) })
  document.head.append(meta)
}

afterEach(() => {
  document.head.innerHTML = ''
  useSettings.setState({ apiUrlKey: 'latest' })
})

test('HLT-04 the chosen address is the base of everything; a key without an address is the page’s own', () => {
  const endpoints = { 'mirror-100': 'https://b.example', original: location.origin }
  write(endpoints)
  useSettings.setState({ apiUrlKey: 'mirror-100' })
  expect(followEndpoint()).toEqual(endpoints)
  expect(apiBase()).toBe('https://b.example')
  for (const apiUrlKey of ['mirror-200', 'original', 'latest'] as const) {
    useSettings.setState({ apiUrlKey: 'mirror-100' })
    useSettings.setState({ apiUrlKey })
    expect(apiBase()).toBe('')
  }
})

test('HLT-04 a page that names no addresses has its own', () => {
  expect(followEndpoint()).toEqual({})
  useSettings.setState({ apiUrlKey: 'mirror-100' })
  expect(apiBase()).toBe('')
})
