import { expect, test } from 'vitest'

import { createBegunWorks } from './begun-works.ts'

const work = (workId: number) => ({ workId, workTitle: '' })

test('HIS-18 a work is begun after a minute, once for each listener', async () => {
  const begun: [number, number][] = []
  const works = createBegunWorks(async (owner, { workId }) => begun.push([owner, workId]) > 0)
  for (let at = 0; at < 59; at++) await works.hear(7, work(1), 1)
  await works.hear(7, work(2), 59)
  expect(begun).toEqual([])
  for (let at = 0; at < 90; at++) await works.hear(7, work(1), 1)
  await works.hear(8, work(1), 60)
  expect(begun).toEqual([
    [7, 1],
    [8, 1],
  ])
})

test('HIS-18 without a connection it is tried again after another minute', async () => {
  let tries = 0
  const works = createBegunWorks(async () => ++tries > 1)
  await works.hear(7, work(1), 61)
  await works.hear(7, work(1), 59)
  expect(tries).toBe(1)
  await works.hear(7, work(1), 1)
  await works.hear(7, work(1), 600)
  expect(tries).toBe(2)
})
