import { locales } from '#i18n/locale.ts'
import { fromJson, objectOf, oneOf, orNull, recordOf, wholeNumber, type Reader } from '#lib/readers.ts'

import { editionLanguageChoices, settingKinds, type DeviceSettings, type SettingName } from './setting-kinds.ts'
import { settingReaders } from '../settings.store.ts'

export const SETTINGS_FORMAT = 'otodana-settings'
/** Increased when a field's meaning changes. */
const SETTINGS_FORMAT_VERSION = 1
/** Enough for the ids of all works of a very large library, but small enough to reject other files. */
export const MAX_SETTINGS_FILE_BYTES = 2 * 1024 * 1024

export type SettingsFile =
  /** `newer`: a later format. */
  | { problem: 'tooLarge' | 'notJson' | 'notSettings' | 'newer' }
  | {
      problem: null
      values: Partial<DeviceSettings>
      /** Names that are not settings. */
      unknown: string[]
      /** Settings with invalid values. */
      wrong: SettingName[]
    }

const readers: Record<SettingName, Reader<unknown>> = {
  ...settingReaders,
  // The store's own reader accepts any code, to keep their list out of the first load.
  editionLanguage: oneOf(editionLanguageChoices),
  userPreferredLang: orNull(oneOf(locales)),
}
const readFile = objectOf({
  format: oneOf([SETTINGS_FORMAT]),
  formatVersion: wholeNumber(1),
  settings: recordOf((value) => value),
})

/** @returns JSON for `readSettingsFile` */
export function writeSettingsFile(settings: DeviceSettings): string {
  const file = { format: SETTINGS_FORMAT, formatVersion: SETTINGS_FORMAT_VERSION, settings }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Parses a file. Each setting is validated separately. */
export function readSettingsFile(text: string): SettingsFile {
  // The size in bytes was checked before decoding.
  if (text.length > MAX_SETTINGS_FILE_BYTES) return { problem: 'tooLarge' }
  const json = fromJson(text.replace(/^\uFEFF/, ''))
  if (json === undefined) return { problem: 'notJson' }
  const file = readFile(json)
  if (!file) return { problem: 'notSettings' }
  if (file.formatVersion > SETTINGS_FORMAT_VERSION) return { problem: 'newer' }
  const values: Record<string, unknown> = {}
  const unknown: string[] = []
  const wrong: SettingName[] = []
  for (const [name, value] of Object.entries(file.settings)) {
    if (!isSettingName(name)) unknown.push(name)
    else if (readers[name](value) === undefined) wrong.push(name)
    else values[name] = value
  }
  return { problem: null, values, unknown, wrong }
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingKinds, name)
}

/** Returns the settings that would change, in the order of the screen. */
export function changedSettings(now: DeviceSettings, next: Partial<DeviceSettings>): SettingName[] {
  return (Object.keys(settingKinds) as SettingName[]).filter(
    (name) => Object.hasOwn(next, name) && JSON.stringify(next[name]) !== JSON.stringify(now[name]),
  )
}

/**
 * Returns the values to import.
 *
 * @param isMember  whether a member is logged in: their recommender id is the account's, regardless of the file
 */
export function importable(values: Partial<DeviceSettings>, isMember: boolean): Partial<DeviceSettings> {
  if (!isMember) return values
  const { recommenderUuid: _, ...others } = values
  return others
}

/** Some of the settings. */
export function pickSettings(
  settings: Partial<DeviceSettings>,
  names: readonly SettingName[],
): Partial<DeviceSettings> {
  return Object.fromEntries(names.map((name) => [name, settings[name]]))
}

/** Data found on this device rather than chosen, and the language, in which the question is asked: not reset. */
const staying: readonly SettingName[] = ['localSubtitledWorks', 'recommenderUuid', 'userPreferredLang']

/** Returns the settings to reset. */
export function resettable(defaults: Partial<DeviceSettings>): Partial<DeviceSettings> {
  return pickSettings(
    defaults,
    Object.keys(defaults).filter((name) => isSettingName(name) && !staying.includes(name)) as SettingName[],
  )
}
