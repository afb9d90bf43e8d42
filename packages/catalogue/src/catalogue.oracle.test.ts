import { isDeepStrictEqual } from 'node:util'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aChange, aQuery, aWork } from '../test/a-catalogue.ts'
import { createNaiveCatalogue } from '../test/naive-catalogue.ts'
import { createCatalogue } from './index.ts'
import type { Catalogue, CatalogueChange, CatalogueQuery, CountAnswer } from './types.ts'

const seed = 20_261_120
/** Each takes about three seconds of CPU time, on a possibly busy machine. */
const TIMEOUT_MS = 120_000

type Step = 'keep' | 'index' | { apply: CatalogueChange } | { load: CatalogueChange[] } | { ask: CatalogueQuery }

/** So that a few changes are a bulk load, of which some is indexed. */
const bulkSoon = { bulkFrom: 5, textsAtOnce: 3 }

const someSteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ apply: aChange }) },
    { weight: 1, arbitrary: fc.record({ load: fc.array(aChange, { maxLength: 80, size: 'max' }) }) },
    { weight: 6, arbitrary: fc.record({ ask: aQuery }) },
    { weight: 1, arbitrary: fc.constant('keep' as const) },
    { weight: 2, arbitrary: fc.constant('index' as const) },
  ),
  { maxLength: 60, size: 'max' },
)

/** As `expect(…).toEqual(…)`, which takes longer than the catalogue itself; it only describes the difference here. */
function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toStrictEqual(expected)
}

function expectSame(fast: Catalogue, naive: Catalogue): void {
  expect(fast.version).toBe(naive.version)
  const named = ({ namedEntities }: Catalogue) => Array.from(namedEntities(), ({ kind, id }) => `${kind} ${id}`).sort()
  expect(named(fast)).toEqual(named(naive))
  for (let id = 0; id < 12; id += 1) {
    expect(fast.hasNames({ kind: 'circle', id })).toBe(naive.hasNames({ kind: 'circle', id }))
    expect(fast.hasNames({ kind: 'tag', id })).toBe(naive.hasNames({ kind: 'tag', id }))
  }
  expect(sorted(fast.circleCounts())).toEqual(sorted(naive.circleCounts()))
  expect(sorted(fast.tagCounts())).toEqual(sorted(naive.tagCounts()))
  expect(sorted(fast.voiceActorCounts())).toEqual(sorted(naive.voiceActorCounts()))
  expect(sorted(fast.seriesCounts())).toEqual(sorted(naive.seriesCounts()))
  expect(sorted(fast.staffCounts())).toEqual(sorted(naive.staffCounts()))
  expect(sorted(fast.subtitleLanguageCounts())).toEqual(sorted(naive.subtitleLanguageCounts()))
}

/** Names of equal counts are in any order. */
function comparable({ names, ...counts }: CountAnswer) {
  return { ...counts, names: names.map(({ id, count }) => `${count} ${id}`).sort() }
}

const countedNames = ['tag', 'circle', 'voiceActor', 'language', 'subtitleLanguage'] as const

function sorted<Id>(counts: ReadonlyMap<Id, number>): unknown[] {
  return [...counts].map(String).sort()
}

test(
  'SRC-02 SRC-08 SRC-09 SRC-15 SRC-20 LIB-03 LIB-13 LIB-06 PLS-04 EDI-01 EDI-02 OLD-01 OLD-02 UPG-07 after any changes, and restored from what was kept, a catalogue gives the same results as a linear scan',
  () => {
    fc.assert(
      fc.property(someSteps, fc.boolean(), fc.constantFrom({}, bulkSoon), (steps, passesUnrated, bulk) => {
        let fast = createCatalogue({ passesUnrated, ...bulk })
        const naive = createNaiveCatalogue({ passesUnrated })
        for (const step of steps) {
          if (step === 'keep') {
            const parts = structuredClone(fast.save())
            fast = createCatalogue({ passesUnrated, ...bulk })
            fast.restore(parts)
          } else if (step === 'index') {
            fast.indexSome()
          } else if ('ask' in step) {
            expectEqual(fast.query(step.ask), naive.query(step.ask))
            const counted = {
              narrowing: step.ask,
              isOneEach: step.ask.oneEditionIn !== undefined,
              choices: [[], ...step.ask.terms.map((term) => [term])],
              names: countedNames[(step.ask.terms.length + step.ask.limit) % countedNames.length]!,
              limit: 1_000,
            }
            expectEqual(comparable(fast.count(counted)), comparable(naive.count(counted)))
            const { ids } = naive.query({ ...step.ask, terms: [] })
            const asked = [...ids, 7]
            expectEqual(fast.filter(asked, step.ask), naive.filter(asked, step.ask))
            for (const id of asked.slice(0, 5)) expectEqual(fast.editionsOf(id), naive.editionsOf(id))
            const some = [asked.slice(0, 10), step.ask, step.ask.oneEditionIn ?? []] as const
            expectEqual(fast.shownEditions(...some), naive.shownEditions(...some))
            expectEqual(asked.filter(fast.matcher(step.ask)), asked.filter(naive.matcher(step.ask)))
          } else if ('apply' in step) {
            fast.apply(step.apply)
            naive.apply(step.apply)
          } else {
            fast.load(step.load)
            naive.load(step.load)
          }
        }
        expect(fast.size).toBe(naive.size)
        expectSame(fast, naive)
      }),
      { seed, numRuns: 2_000 },
    )
  },
  TIMEOUT_MS,
)

test(
  'SRC-02 LIB-03 EDI-01 with three thousand works added, changed and removed, results equal those of a linear scan',
  () => {
    const fast = createCatalogue()
    const naive = createNaiveCatalogue()
    const both = [fast, naive]
    const spread = (id: number) => (id * 7919) % 100_003
    const works = fc.sample(aWork, { numRuns: 6_000, seed }).map((work, index) => {
      const id = spread(index)
      // Of the others, which share few codes, nearly all are editions of one work.
      if (index % 2 === 0) return { ...work, id }
      return { ...work, id, code: `RJ${id}`, originalCode: `RJ${spread(index - (index % 6))}`, editionCodes: [] }
    })
    const changes = fc.sample(aChange, { numRuns: 400, seed })
    const queries = fc.sample(aQuery, { numRuns: 600, seed })
    const ask = (some: CatalogueQuery[]) => {
      for (const query of some) expectEqual(fast.query(query), naive.query(query))
    }
    for (const catalogue of both) {
      catalogue.load(works.slice(0, 3_000).map((work) => ({ kind: 'work', work })))
      for (const [place, change] of changes.entries()) {
        catalogue.apply(change)
        // Some is indexed, and then changes.
        if (place % 50 === 0) fast.indexSome()
      }
    }
    ask(queries.slice(0, 300))
    for (const catalogue of both) {
      for (const { id } of works.slice(0, 2_000)) catalogue.apply({ kind: 'workRemoved', id })
      for (const work of works.slice(3_000)) catalogue.apply({ kind: 'work', work })
      for (const work of works.slice(2_000, 3_000)) catalogue.apply({ kind: 'work', work: { ...work, price: work.id } })
    }
    ask(queries.slice(300))
    expect(fast.size).toBe(naive.size)
    expectSame(fast, naive)
  },
  TIMEOUT_MS,
)
