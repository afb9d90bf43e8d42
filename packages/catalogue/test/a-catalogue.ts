import { NAMESPACES, specialTerm, type Term } from '@otodana/keyword'
import fc from 'fast-check'

import {
  ageCategories,
  type CatalogueChange,
  catalogueOrders,
  type CatalogueQuery,
  type CatalogueWork,
} from '../src/types.ts'

// Small pools, so that works share names, terms match something, and ids are reused.
const names = [
  '雨',
  '雨音',
  '耳かき',
  'みみかき',
  'ﾐﾐｶｷ',
  'ミミカキ',
  'Rain',
  'ｒａｉｎ',
  'rain on the roof',
  '夜〜雨',
  '夜～雨',
  'Blue Lantern',
  '月野　しずく',
  '月野しずく',
  '雨 音',
  '雨 Rain',
  'general',
  'RJ01',
  '',
  ' ',
]
const codes = ['RJ012345', 'rj01234567', 'RJ01234567', 'VJ123456', 'BJ0099', 'RJ1', '']
const languages = ['JPN', 'ENG', 'CHI_HANS', 'jpn', '']
const voiceActorIds = ['5ef5bd0e-0001', '5ef5bd0e-0002', '5ef5bd0e-0003', '5ef5bd0e-0004']

const aName = fc.constantFrom(...names)
const aCircleId = fc.integer({ min: 0, max: 5 })
const aTagId = fc.integer({ min: 0, max: 8 })
const aVoiceActorId = fc.constantFrom(...voiceActorIds)
const aSeriesId = fc.integer({ min: 0, max: 4 })
const aStaffId = fc.constantFrom('7a1c0000-0001', '7a1c0000-0002', '7a1c0000-0003')
const aWorkId = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 150 }) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1) },
)
const aCode = fc.oneof(
  fc.constantFrom(...codes),
  aWorkId.map((id) => `RJ${id}`),
)
const aTitle = fc
  .array(fc.constantFrom(...names, 'の', 'ａ', 'B', '🎧', '~', '〜', '\0', 'ss', '1234'), { maxLength: 5 })
  .map((parts) => parts.join(''))

export const aWork: fc.Arbitrary<CatalogueWork> = fc.record({
  id: aWorkId,
  code: aCode,
  title: aTitle,
  otherTitles: fc.array(aTitle, { maxLength: 2 }),
  circleId: aCircleId,
  seriesId: fc.option(aSeriesId),
  staffIds: fc.array(aStaffId, { maxLength: 3 }),
  voiceActorIds: fc.array(aVoiceActorId, { maxLength: 3 }),
  tagIds: fc.array(aTagId, { maxLength: 4 }),
  weakTagIds: fc.array(aTagId, { maxLength: 2 }),
  releaseDay: fc.option(fc.integer({ min: -3, max: 3 })),
  createDay: fc.integer({ min: 20_000, max: 20_003 }),
  salesCount: fc.constantFrom(0, 99, 100, 101, 5_000_000_000),
  price: fc.constantFrom(0, 110, 500, 501),
  rateAverage: fc.constantFrom(0, 1.1, 4.494, 4.495, 4.5, 4.75, 5),
  reviewCount: fc.integer({ min: 0, max: 2 }),
  durationSeconds: fc.constantFrom(0, 1199.5, 1200, 1200.25, 3960),
  age: fc.constantFrom(...ageCategories),
  language: fc.constantFrom(...languages),
  hasSubtitle: fc.boolean(),
  subtitleLanguages: fc.uniqueArray(fc.constantFrom('ja', 'zh', 'JPN', 'en'), { maxLength: 2 }),
  originalCode: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, aCode),
  editionCodes: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(aCode, { maxLength: 3 })),
})

const someNames = fc.array(aName, { maxLength: 3 })

export const aChange: fc.Arbitrary<CatalogueChange> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('work' as const), work: aWork }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('workRemoved' as const), id: aWorkId }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('circle' as const), id: aCircleId, names: someNames }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tag' as const), id: aTagId, names: someNames }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('voiceActor' as const), id: aVoiceActorId, names: someNames }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('series' as const), id: aSeriesId, names: someNames }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('staff' as const), id: aStaffId, names: someNames }) },
)

const aValue = fc.oneof(
  aName,
  fc.constantFrom('20m', '1.1h', '4.5', '4.495', '4.49', '1.1', '500', '100', '0', 'high', '-1'),
  fc.constantFrom('1970', '1969-12-31', '1970-1-3', '1970-02-30'),
  fc.constantFrom('adult', 'ＡＤＵＬＴ', 'r15', 'general', 'unrated', 'jpn', 'CHI_HANS', 'ja', 'ZH', 'none', '$', ''),
)

const aTerm: fc.Arbitrary<Term> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .oneof(aName, fc.constantFrom('の', 'か', 'みか', 'RJ0', 'j0', '234', '1', '🎧', '〜', '～雨', 'a', '\0', 'zz'))
      .map((text): Term => ({ kind: 'plain', text })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...NAMESPACES), aValue, fc.boolean())
      .map(([namespace, value, excluded]) => specialTerm(namespace, value, excluded)),
  },
  { weight: 1, arbitrary: fc.constant<Term>({ kind: 'partial', namespace: 'tag', value: 'Rain', excluded: false }) },
)

const anOffset = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom(0, 1e9, Number.MAX_SAFE_INTEGER))

const scope = {
  circleId: fc.oneof(aCircleId, fc.constant(999)),
  tagId: fc.oneof(aTagId, fc.constant(999)),
  voiceActorId: fc.oneof(aVoiceActorId, fc.constant('unknown')),
  staffId: fc.oneof(aStaffId, fc.constant('unknown')),
}

export const aQuery: fc.Arbitrary<CatalogueQuery> = fc.record(
  {
    terms: fc.oneof(fc.constant([]), fc.array(aTerm, { maxLength: 3 })),
    order: fc.constantFrom(...catalogueOrders),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    offset: anOffset,
    limit: fc.constantFrom(0, 1, 5, 20, 1_000),
    seed: fc.oneof(fc.integer({ min: 0, max: 99 }), fc.maxSafeNat()),
    ...scope,
    alsoIn: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.array(fc.record({ workId: aWorkId, ...scope }, { requiredKeys: [] }), { maxLength: 2 }),
      },
    ),
    isNsfw: fc.boolean(),
    isSubtitled: fc.boolean(),
    locallySubtitledIds: fc.array(aWorkId, { maxLength: 5 }),
    hidesTranslations: fc.boolean(),
    oneEditionIn: fc.array(fc.constantFrom(...languages, 'KO_KR'), { maxLength: 3 }),
    ratings: fc
      .array(fc.tuple(aWorkId, fc.integer({ min: 1, max: 5 })), { maxLength: 40 })
      .map((entries) => new Map(entries)),
  },
  { requiredKeys: ['terms', 'order', 'direction', 'offset', 'limit'] },
)
