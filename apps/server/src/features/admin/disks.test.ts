import { expect, test } from 'vitest'

import { createPatientReads } from '#storage/patient-reads.ts'

import { readDisks } from './disks.ts'

test('WCH-05 a mount that does not answer is listed without numbers, and is asked once', async () => {
  let asked = 0
  const never = new Promise<never>(() => {})
  const disk = { dev: 1, freeBytes: 5, totalBytes: 9 }
  const fileSystems = createPatientReads(
    (path) => {
      if (path !== '/away') return Promise.resolve(disk)
      asked++
      return never
    },
    async (path) => (path === '/away' ? null : never),
  )
  const data = { path: '/data', use: 'data' } as const
  const away = { path: '/away', use: 'library' } as const
  const music = { path: '/music', use: 'library' } as const
  for (let time = 0; time < 3; time++) {
    expect(await readDisks([data, away, music], fileSystems)).toEqual([
      { folders: [data, music], freeBytes: 5, totalBytes: 9 },
      { folders: [away], freeBytes: null, totalBytes: null },
    ])
  }
  expect(asked).toBe(1)
})
