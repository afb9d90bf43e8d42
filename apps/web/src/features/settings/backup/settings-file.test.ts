import { MAX_LOCAL_SUBTITLED_WORKS } from '@otodana/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  changedSettings,
  importable,
  MAX_SETTINGS_FILE_BYTES,
  pickSettings,
  readSettingsFile,
  resettable,
  SETTINGS_FORMAT,
  writeSettingsFile,
} from './settings-file.ts'
import { settingKinds, type DeviceSettings, type Kind, type SettingName } from './setting-kinds.ts'
import { useSettings } from '../settings.store.ts'

const names = Object.keys(settingKinds) as SettingName[]
const { isSidebarFolded: _, ...initial } = useSettings.getInitialState()
const defaults: DeviceSettings = { ...initial, userPreferredLang: null }

/** Any valid value of a kind. */
function valueOf(kind: Kind): fc.Arbitrary<unknown> {
  switch (kind.kind) {
    case 'flag':
      return kind.orNull ? fc.option(fc.boolean()) : fc.boolean()
    case 'choice':
      return kind.orNull ? fc.option(fc.constantFrom(...kind.values)) : fc.constantFrom(...kind.values)
    case 'number':
      return fc.integer({ min: kind.min, max: kind.max })
    case 'text':
      return fc.string({ unit: 'grapheme', maxLength: kind.maxLength }).filter((text) => text.length <= kind.maxLength)
    case 'id':
      return fc.oneof(fc.constant(''), fc.uuid())
    case 'types':
      return fc.shuffledSubarray([...kind.values])
    case 'works':
      return fc.array(fc.nat({ max: 300_000_000 }), { maxLength: 50 })
  }
}

/** Values of another kind. */
function otherThan(kind: Kind): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('true', '0', -1, 1.5, 1e9, null, [[]], {}, ['exe'], 'x'.repeat(501)),
  )
  return anything.filter((value) => {
    if (value === null) return !('orNull' in kind)
    switch (kind.kind) {
      case 'flag':
        return typeof value !== 'boolean'
      case 'choice':
        return !kind.values.includes(value as string)
      case 'number':
        return !(Number.isInteger(value) && (value as number) >= kind.min && (value as number) <= kind.max)
      case 'text':
        return !(typeof value === 'string' && value.length <= kind.maxLength)
      case 'id':
        return value !== ''
      case 'types':
        return !(Array.isArray(value) && value.every((one) => kind.values.includes(one as string)))
      case 'works':
        return !(Array.isArray(value) && value.every((one) => Number.isSafeInteger(one)))
    }
  })
}

const settings = fc.record(
  Object.fromEntries(names.map((name) => [name, valueOf(settingKinds[name])])),
) as unknown as fc.Arbitrary<DeviceSettings>
const file = (values: unknown, formatVersion: unknown = 1) =>
  JSON.stringify({ format: SETTINGS_FORMAT, formatVersion, settings: values })

test('SET-03 every setting is in the file, and whatever is written is read again', () => {
  expect(names.toSorted()).toEqual(Object.keys(defaults).toSorted())
  fc.assert(
    fc.property(settings, (values) => {
      const text = writeSettingsFile(values)
      expect(readSettingsFile(text)).toEqual({ problem: null, values, unknown: [], wrong: [] })
      expect(readSettingsFile(`\uFEFF${text}`)).toMatchObject({ values })
    }),
  )
})

test('SET-03 what cannot be is named and taken for nothing, and so is what is not known; the rest is read', () => {
  const someWrong = fc
    .subarray(names)
    .chain((wrong) =>
      fc.tuple(
        settings,
        fc.record(Object.fromEntries(wrong.map((name) => [name, otherThan(settingKinds[name])]))),
        fc.uniqueArray(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'theme'))),
      ),
    )
  fc.assert(
    fc.property(someWrong, ([good, bad, strange]) => {
      const unknown = strange.filter((name) => !names.includes(name as SettingName))
      // As text, because assignment cannot create a field named __proto__.
      const fields = [...Object.entries({ ...good, ...bad }), ...unknown.map((name) => [name, 1] as const)]
      const body = fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()
      const read = readSettingsFile(`{"format":"${SETTINGS_FORMAT}","formatVersion":1,"settings":{${body}}}`)
      const wrong = names.filter((name) => Object.hasOwn(bad, name))
      if (read.problem !== null) throw new Error(read.problem)
      expect(read.values).toEqual(
        pickSettings(
          good,
          names.filter((name) => !wrong.includes(name)),
        ),
      )
      expect([read.wrong.toSorted(), read.unknown.toSorted()]).toEqual([wrong.toSorted(), unknown.toSorted()])
    }),
  )
})

test.each([
  ['nothing', '', 'notJson'],
  ['half an object', '{"format":"otodana-settings"', 'notJson'],
  ['null', 'null', 'notSettings'],
  ['a list', '[]', 'notSettings'],
  ['another object', '{"works":[]}', 'notSettings'],
  ['settings as a list', file([]), 'notSettings'],
  ['version 0', file({}, 0), 'notSettings'],
  ['a version as text', file({}, '1'), 'notSettings'],
  ['a later version', file({ colorScheme: 'dark' }, 2), 'newer'],
  ['too much text', ' '.repeat(MAX_SETTINGS_FILE_BYTES + 1), 'tooLarge'],
  ['no settings', file({}), null],
])('SET-03 a file with %s', (_name, text, problem) => {
  expect(readSettingsFile(text).problem).toBe(problem)
})

test('SET-03 a language that does not exist is named', () => {
  expect(readSettingsFile(file({ editionLanguage: 'A' }))).toMatchObject({ values: {}, wrong: ['editionLanguage'] })
  expect(readSettingsFile(file({ editionLanguage: 'CHI_HANS' }))).toMatchObject({ wrong: [] })
})

test('SET-03 the changes are listed, and undoing them restores the former settings', () => {
  fc.assert(
    fc.property(settings, settings, fc.subarray(names), (now, other, some) => {
      const next = pickSettings(other, some)
      const changes = changedSettings(now, next)
      const after = { ...now, ...pickSettings(next, changes) }
      expect(changedSettings(after, next)).toEqual([])
      expect({ ...after, ...pickSettings(now, changes) }).toEqual(now)
    }),
  )
})

test('ATH-03 a file does not take the place of the account’s id; on a device without a login it does', () => {
  const values = { rewindSeekTime: 7, recommenderUuid: '7b0c4f0e-3a0f-4f63-9a40-0d7a4a1c2b3d' }
  expect(importable(values, true)).toEqual({ rewindSeekTime: 7 })
  expect(importable(values, false)).toEqual(values)
})

test('SET-01 to set everything back leaves what was found on the device, and the language', () => {
  const back = resettable(defaults)
  expect(changedSettings(defaults, back)).toEqual([])
  const left = names.filter((name) => !Object.hasOwn(back, name))
  expect(left).toEqual(['userPreferredLang', 'localSubtitledWorks', 'recommenderUuid'])
})

test('SET-03 a file names no more works with subtitles than a search accepts', () => {
  const works = (count: number) => file({ localSubtitledWorks: Array.from({ length: count }, () => 1) })
  expect(readSettingsFile(works(MAX_LOCAL_SUBTITLED_WORKS))).toMatchObject({ wrong: [] })
  expect(readSettingsFile(works(MAX_LOCAL_SUBTITLED_WORKS + 1))).toMatchObject({ wrong: ['localSubtitledWorks'] })
})
