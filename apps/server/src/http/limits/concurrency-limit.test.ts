import { expect, test } from 'vitest'

import { createConcurrencyLimit } from './concurrency-limit.ts'

/** 8 kB/s over a minute, as for archives. */
const slow = { bytesPerSecond: 8_000, windowMs: 60_000 }

function aClock() {
  let ms = 0
  return { now: () => ms, pass: (seconds: number) => (ms += seconds * 1_000) }
}

/** A receiver of this many bytes per second; the system's buffers took more at first. */
function aReceiver(clock: ReturnType<typeof aClock>, bytesPerSecond: number) {
  const beganAt = clock.now()
  const state = { hasEnded: false }
  return {
    state,
    sentBytes: () => 2_500_000 + ((clock.now() - beganAt) / 1_000) * bytesPerSecond,
    end: () => void (state.hasEnded = true),
  }
}

function passMinutes(
  clock: ReturnType<typeof aClock>,
  limit: ReturnType<typeof createConcurrencyLimit>,
  minutes: number,
) {
  for (let look = 0; look < minutes * 6; look++) {
    clock.pass(10)
    limit.look()
  }
}

test('DLD-03 slots that are held by receivers who read nothing are for those who do', () => {
  const clock = aClock()
  const limit = createConcurrencyLimit({ ofOne: 3, inAll: 24, forNewcomers: 8, slow, now: clock.now })
  const idle = Array.from({ length: 24 }, (_, index) => {
    const receiver = aReceiver(clock, 0)
    limit.take(`203.0.113.${index}`, receiver)
    return receiver
  })
  expect(() => limit.take('198.51.100.1', aReceiver(clock, 50_000))).toThrow('server.busy')
  passMinutes(clock, limit, 2)
  const release = limit.take('198.51.100.1', aReceiver(clock, 50_000))
  expect(idle.filter(({ state }) => state.hasEnded)).toHaveLength(1)
  release()
})

test('DLD-03 a receiver of 20 kB a second keeps its slot; one below 8 kB a second keeps it while slots are free', () => {
  const clock = aClock()
  const limit = createConcurrencyLimit({ ofOne: 3, inAll: 3, slow, now: clock.now })
  const phones = [aReceiver(clock, 20_000), aReceiver(clock, 8_500), aReceiver(clock, 5_000)]
  for (const [index, phone] of phones.entries()) limit.take(`203.0.113.${index}`, phone)
  passMinutes(clock, limit, 60)
  expect(phones.map(({ state }) => state.hasEnded)).toEqual([false, false, false])
  limit.take('198.51.100.1', aReceiver(clock, 20_000))
  expect(phones.map(({ state }) => state.hasEnded)).toEqual([false, false, true])
  expect(() => limit.take('198.51.100.2', aReceiver(clock, 20_000))).toThrow('server.busy')
  passMinutes(clock, limit, 60)
  expect(() => limit.take('198.51.100.2', aReceiver(clock, 20_000))).toThrow('server.busy')
})

test('DLD-03 a pause of less than a minute costs no slot', () => {
  const clock = aClock()
  const limit = createConcurrencyLimit({ ofOne: 3, inAll: 1, slow, now: clock.now })
  const phone = aReceiver(clock, 0)
  limit.take('203.0.113.1', phone)
  clock.pass(59)
  limit.look()
  expect(() => limit.take('198.51.100.1', phone)).toThrow('server.busy')
})

test('DLD-03 the last slots are for those who have none', () => {
  const clock = aClock()
  const limit = createConcurrencyLimit({ ofOne: 3, inAll: 24, forNewcomers: 8, slow, now: clock.now })
  const take = (client: string) => limit.take(client, aReceiver(clock, 1_000_000))
  for (let client = 0; client < 5; client++) for (let slot = 0; slot < 3; slot++) take(`greedy ${client}`)
  take('greedy 5')
  expect(() => take('greedy 5')).toThrow('server.busy')
  for (let client = 0; client < 8; client++) take(`modest ${client}`)
  expect(() => take('modest 9')).toThrow('server.busy')
})

test('DLD-03 a client at its own limit gets a slot back from one of its stalled receivers', () => {
  const clock = aClock()
  const limit = createConcurrencyLimit({ ofOne: 1, inAll: 10, slow, now: clock.now })
  const [other, own] = [aReceiver(clock, 0), aReceiver(clock, 0)]
  limit.take('198.51.100.1', other)
  const releaseOld = limit.take('203.0.113.1', own)
  expect(() => limit.take('203.0.113.1', aReceiver(clock, 0))).toThrow('request.tooMany')
  passMinutes(clock, limit, 2)
  const releaseNew = limit.take('203.0.113.1', aReceiver(clock, 0))
  expect([own.state.hasEnded, other.state.hasEnded]).toEqual([true, false])
  // A receiver that has lost its slot disconnects, which must not free another's.
  releaseOld()
  expect(() => limit.take('203.0.113.1', aReceiver(clock, 0))).toThrow('request.tooMany')
  releaseNew()
})

test('DLD-03 the networks of one IPv6 site hold no more slots than four of them, and none of those for newcomers', () => {
  const clock = aClock()
  const limit = createConcurrencyLimit({ ofOne: 3, inAll: 24, forNewcomers: 8, slow, now: clock.now })
  const take = (client: string) => limit.take(client, aReceiver(clock, 9_000))
  const networksOf = (site: string) => Array.from({ length: 30 }, (_, index) => `${site}:${index.toString(16)}::/64`)
  const takeAll = (clients: string[]) =>
    clients.map((client) => {
      try {
        take(client)
        return 'taken'
      } catch (error) {
        return String(error instanceof Error && 'code' in error ? error.code : error)
      }
    })
  const [first, second] = [takeAll(networksOf('2001:db8:1')), takeAll(networksOf('2001:db8:2'))]
  expect(first).toEqual([...Array<string>(12).fill('taken'), ...Array<string>(18).fill('request.tooMany')])
  expect(second).toEqual([...Array<string>(4).fill('taken'), ...Array<string>(26).fill('server.busy')])
  for (let client = 0; client < 8; client++) take(`198.51.100.${client}`)
})

test('DLD-03 a site that has all of its own gets one back from a receiver of its that has stalled', () => {
  const clock = aClock()
  const limit = createConcurrencyLimit({ ofOne: 1, inAll: 10, slow, now: clock.now })
  const own = Array.from({ length: 4 }, () => aReceiver(clock, 0))
  const other = aReceiver(clock, 0)
  limit.take('198.51.100.1', other)
  for (const [index, receiver] of own.entries()) limit.take(`2001:db8:1:${index}::/64`, receiver)
  expect(() => limit.take('2001:db8:1:9::/64', aReceiver(clock, 0))).toThrow('request.tooMany')
  passMinutes(clock, limit, 2)
  limit.take('2001:db8:1:9::/64', aReceiver(clock, 0))
  expect([other, ...own].map(({ state }) => state.hasEnded)).toEqual([false, true, false, false, false])
})
