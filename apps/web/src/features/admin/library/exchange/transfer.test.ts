import { afterEach, expect, test, vi } from 'vitest'

import { downloadWorks } from './transfer.ts'

afterEach(() => void vi.restoreAllMocks())

test('META-43 a refused export has the server’s error, such as that the login has expired', async () => {
  const refuse = (body: string) => vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status: 401 }))
  refuse('{"error":"jwt expired"}')
  await expect(downloadWorks([])).rejects.toMatchObject({ status: 401, key: 'jwt expired' })
  refuse('<html>')
  await expect(downloadWorks([])).rejects.toMatchObject({ status: 401, key: undefined })
})
