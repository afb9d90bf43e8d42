import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { refreshPlaylists } from './playlists.queries.ts'

test('PLS-01 other tabs learn of a playlist that was made, changed or deleted', () => {
  localStorage.clear()
  const queryClient = new QueryClient()
  queryClient.setQueryData(['playlists', 'own'], {})
  refreshPlaylists(queryClient)
  expect(queryClient.getQueryState(['playlists', 'own'])?.isInvalidated).toBe(true)
  expect(localStorage.getItem('changed-at')).not.toBeNull()
})
