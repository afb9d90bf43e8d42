import { MAX_KIKOERU_COVER_BYTES } from '@otodana/contract'
import { expect, test } from 'vitest'

import { coversAmong, sendCovers } from './send-covers.ts'

const file = (name: string, size = 1) => ({ name, size }) as File

test('MOV-13 of the folder of covers only the large ones of works are sent', () => {
  const good = ['RJ243448_img_main.jpg', 'VJ01012345_img_main.jpg']
  const others = ['RJ243448_img_sam.jpg', 'RJ243448_img_240x240.jpg', 'Thumbs.db', 'xRJ243448_img_main.jpg']
  expect(coversAmong([...good, ...others].map((name) => file(name))).map(({ name }) => name)).toEqual(good)
  expect(coversAmong([file('RJ243448_img_main.jpg', MAX_KIKOERU_COVER_BYTES + 1)])).toEqual([])
})

test('MOV-13 a few covers are sent at a time; after one that failed no other is begun', async () => {
  const covers = Array.from({ length: 20 }, (_, index) => file(String(index)))
  const shares: number[] = []
  let [active, most] = [0, 0]
  const { signal } = new AbortController()
  const onProgress = (share: number) => void shares.push(share)
  const send = async () => {
    most = Math.max(most, ++active)
    await Promise.resolve()
    active--
  }
  await sendCovers(covers, { send, onProgress, signal })
  expect(most).toBe(4)
  expect(shares).toHaveLength(20)
  expect(shares.at(-1)).toBe(1)

  const begun: string[] = []
  const failing = async ({ name }: File) => {
    begun.push(name)
    if (name === '2') throw new Error('full')
    await Promise.resolve()
  }
  await expect(sendCovers(covers, { send: failing, onProgress, signal })).rejects.toThrow('full')
  expect(begun.length).toBeLessThanOrEqual(7)
  await expect(sendCovers(covers, { send, onProgress, signal: AbortSignal.abort() })).rejects.toThrow('aborted')
})
