import fc from 'fast-check'
import { expect, test } from 'vitest'

import { asChangedSince, asGivenUp, asKept, asTried, nextOf } from './outcome.ts'
import { aKey, aQueue } from './test/a-queue.ts'
import type { Waiting } from './waiting.ts'
import { subjectOf, type Write } from './writes.ts'

/** What a call comes to: its answer arrives, is lost after the server has carried it out, or the call is lost. */
type Fate = 'answered' | 'answerLost' | 'lost'
type Step =
  | { do: 'rate' | 'review' | 'list'; work: number; value: number; fate: Fate }
  | { do: 'send'; fate: Fate }
  | { do: 'elsewhere'; work: number; value: number }
  | { do: 'decide'; isKept: boolean }

const works = [1, 2]
const fate = fc.constantFrom<Fate>('answered', 'answerLost', 'lost')
const work = fc.constantFrom(...works)
const own: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('rate' as const, 'review' as const, 'list' as const),
    work,
    value: fc.nat(3),
    fate,
  }),
  fc.record({ do: fc.constant('send' as const), fate }),
)
/** Values of the other device are its own, so that none is taken for one that was seen. */
const foreign: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('elsewhere' as const), work, value: fc.integer({ min: 100, max: 102 }) }),
  fc.record({ do: fc.constant('decide' as const), isKept: fc.boolean() }),
)

type Values = Record<string, number | string | boolean | null>

/** A server that keeps the promises of the API. */
function aServer() {
  const stored: Values = {}
  const done = new Set<string>()
  const nameOf = (workId: number, field: string) => `${field} of ${workId}`
  return {
    stored,
    set: (workId: number, field: string, value: number) => void (stored[nameOf(workId, field)] = value),
    /** @returns what is stored, if it was changed since */
    carryOut({ write, key }: Pick<Waiting, 'write' | 'key'>, isBased: boolean): Record<string, unknown> | null {
      if (done.has(key)) return null
      if (write.kind === 'membership') stored[nameOf(write.work.id, 'listed')] = write.isIn
      if (write.kind === 'review') {
        const { change, base, work: of } = write
        const fields = ['rating', 'review_text'] as const
        const present = Object.fromEntries(fields.map((field) => [field, stored[nameOf(of.id, field)] ?? null]))
        const isOther = fields.some(
          (field) => field in change && present[field] !== base[field] && present[field] !== change[field],
        )
        if (isBased && isOther) return present
        for (const field of fields) if (field in change) stored[nameOf(of.id, field)] = change[field] ?? null
      }
      done.add(key)
      return null
    },
  }
}

/** A device with an outbox, and what its member sees. */
function aDevice(server: ReturnType<typeof aServer>) {
  const queue = aQueue()
  const shown: Values = {}
  const decided: Waiting[] = []

  function attempt(one: Pick<Waiting, 'write' | 'key'>, isBased: boolean, fate: Fate) {
    const present = fate === 'lost' ? null : server.carryOut(one, isBased)
    return { isAnswered: fate === 'answered', present }
  }

  return {
    queue,
    shown,
    decided,
    do(write: Write, changes: Values, fate: Fate) {
      Object.assign(shown, changes)
      const key = aKey()
      const isBehind = queue.rows().some((row) => subjectOf(row.write) === subjectOf(write))
      if (!isBehind && attempt({ write, key }, false, fate).isAnswered) return
      queue.add({ write, key, isTried: !isBehind, madeMs: 0 })
    },
    send(fate: Fate): boolean {
      const next = nextOf(queue.rows())
      if (!next) return false
      const tried = queue.change(next, asTried)!
      const { isAnswered, present } = attempt(tried, true, fate)
      if (isAnswered) queue.change(tried, (one) => (present ? asChangedSince(one, present) : null))
      return true
    },
    decide(isKept: boolean) {
      const one = queue.rows().find(({ state }) => state === 'conflict')
      if (!one) return
      decided.push(one)
      queue.change(one, (now) => (isKept ? asKept(now) : asGivenUp(now, aKey())))
    },
  }
}

function follow(device: ReturnType<typeof aDevice>, server: ReturnType<typeof aServer>, step: Step): void {
  if (step.do === 'send') return void device.send(step.fate)
  if (step.do === 'decide') return device.decide(step.isKept)
  if (step.do === 'elsewhere') return server.set(step.work, 'rating', step.value)
  const work = { id: step.work, title: '' }
  if (step.do === 'list') {
    // The button changes what is shown.
    const isIn = device.shown[`listed of ${work.id}`] !== true
    const write = { kind: 'membership' as const, playlist: { id: 'n', name: '' }, work, isIn }
    return device.do(write, { [`listed of ${work.id}`]: isIn }, step.fate)
  }
  const field = step.do === 'rate' ? 'rating' : 'review_text'
  const value = step.do === 'rate' ? step.value || null : String(step.value)
  const name = `${field} of ${work.id}`
  const write: Write = {
    kind: 'review',
    work,
    change: { [field]: value },
    base: { [field]: device.shown[name] ?? null },
  }
  device.do(write, { [name]: value }, step.fate)
}

test('OFF-41 OFF-42 whatever is lost on the way, in the end the server has what the member sees, without a conflict', () => {
  fc.assert(
    fc.property(fc.array(own, { maxLength: 40 }), (steps) => {
      const server = aServer()
      const device = aDevice(server)
      for (const step of steps) follow(device, server, step)
      for (let left = 100; device.send('answered') && left > 0; left--);
      expect(device.queue.rows()).toEqual([])
      // What was never set is none, and in no list.
      for (const name of Object.keys(device.shown)) {
        expect([name, server.stored[name] || null]).toEqual([name, device.shown[name] || null])
      }
    }),
    { numRuns: 500 },
  )
})

test('OFF-48 a rating of another device is never overwritten without the member’s decision', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 3, arbitrary: own }, foreign), { maxLength: 40 }), (steps) => {
      const server = aServer()
      const device = aDevice(server)
      for (const step of steps) {
        const before = { ...server.stored }
        const isDirect =
          step.do === 'rate' && !device.queue.rows().some((row) => subjectOf(row.write) === `work ${step.work}`)
        const decided = device.decided.length
        follow(device, server, step)
        for (const workId of works) {
          const was = before[`rating of ${workId}`]
          const isOverwritten = typeof was === 'number' && was >= 100 && server.stored[`rating of ${workId}`] !== was
          // With a connection a call overwrites, as it always did; and after the member has decided.
          if (!isOverwritten || step.do === 'elsewhere' || isDirect) continue
          expect(device.decided.some(({ present }) => present?.rating === was)).toBe(true)
        }
        expect(device.decided.length - decided).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 500 },
  )
})
