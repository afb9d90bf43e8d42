import { beforeEach, expect, test } from 'vitest'

import { CACHED_AT } from '#lib/storage/caches.ts'

import { clearCaches, hasParts, isCachedPage, detectCachedPage, useConnection, watched } from './connection.store.ts'

const unknown = useConnection.getInitialState()

beforeEach(() => {
  useConnection.setState(unknown, true)
  delete document.documentElement.dataset.kept
})

const asked = (answer: () => Response | Error) =>
  watched(async () => {
    const given = answer()
    if (given instanceof Response) return given
    throw given
  })('/api/works')

test('a failed request makes the connection unsure, and any answer ends that', async () => {
  await expect(asked(() => new TypeError('Failed to fetch'))).rejects.toThrow('Failed to fetch')
  expect(useConnection.getState().reach).toBe('unsure')
  await asked(() => new Response('', { status: 500 }))
  expect(useConnection.getState().reach).toBe('here')
})

test('OFF-53 a page in place of an answer of the API is none', async () => {
  await asked(() => new Response('<html>Welcome', { headers: { 'content-type': 'text/html; charset=utf-8' } }))
  expect(useConnection.getState().reach).toBe('unsure')
})

test('an aborted request does not count', async () => {
  await expect(asked(() => new DOMException('left', 'AbortError'))).rejects.toThrow('left')
  expect(useConnection.getState()).toEqual(unknown)
})

test('a cached copy is no answer from the server, and has its time', async () => {
  await asked(() => new Response('', { headers: { [CACHED_AT]: '1700000000000' } }))
  expect(useConnection.getState()).toMatchObject({ reach: 'unsure', cachedAt: 1_700_000_000_000 })
})

test('while the server is known to be away, another failure does not make it unsure again', async () => {
  useConnection.setState({ reach: 'away' })
  await expect(asked(() => new TypeError('Failed to fetch'))).rejects.toThrow()
  expect(useConnection.getState().reach).toBe('away')
})

test('a page knows whether it is a cached copy, from when, or the empty shell', () => {
  detectCachedPage()
  expect(useConnection.getState()).toEqual(unknown)
  expect(isCachedPage()).toBe(false)
  document.documentElement.dataset.kept = '1700000000000'
  detectCachedPage()
  expect(useConnection.getState()).toMatchObject({ reach: 'unsure', cachedAt: 1_700_000_000_000 })
  useConnection.setState(unknown, true)
  document.documentElement.dataset.kept = '0'
  detectCachedPage()
  expect(useConnection.getState()).toMatchObject({ reach: 'unsure', cachedAt: null })
  expect(hasParts(useConnection.getState())).toBe(true)
})

test('without a cache storage there is nothing to delete', () => {
  expect('caches' in globalThis).toBe(false)
  expect(clearCaches).not.toThrow()
})
