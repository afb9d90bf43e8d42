import '#i18n/on-demand/deferred-texts.ts'
import '#i18n/on-demand/history-texts.ts'
import '#i18n/on-demand/menu-texts.ts'

import { languageNames } from '#i18n/language-names.ts'
import { isLocale, localeNames } from '#i18n/locale.ts'
import { useSpeech } from '#i18n/use-translation.ts'

import { settingKinds, type SettingName } from './setting-kinds.ts'

/** Values that lists already have names for. */
const inWorks: Partial<Record<SettingName, string>> = { displayMode: 'display', sortOption: 'sort' }

type Words = {
  name(name: SettingName): string
  value(name: SettingName, value: unknown): string
  /** Describes valid values: "one of dark, light, system". */
  expected(name: SettingName): string
}

/** The names of settings and their values. */
export function useSettingWords(): Words {
  const speech = useSpeech()
  const t = speech.texts('settings-backup')
  const find = (key: string) => speech.find('settings', key) ?? speech.find('menu', key) ?? speech.find('history', key)

  function choiceText(name: SettingName, value: string): string {
    if (isLocale(value)) return localeNames[value]
    if (name === 'editionLanguage' && languageNames[value]) return languageNames[value]
    return find(`${name}.${value}`) ?? speech.find('works', `${inWorks[name]}.${value}`) ?? value
  }

  return {
    name: (name) => t(`names.${name}`),

    value(name, value) {
      const kind = settingKinds[name]
      if (value === null) return t('value.automatic')
      if (typeof value === 'boolean') return value ? t('value.on') : t('value.off')
      if (value === '') return t('value.none')
      switch (kind.kind) {
        case 'choice':
          return choiceText(name, typeof value === 'number' ? String(value) : (value as string))
        case 'number':
          return kind.unit === 'seconds'
            ? t('value.seconds', { count: Number(value) })
            : t('value.megabytes', { count: Number(value) })
        case 'types':
          return (value as string[]).map((type) => type.toUpperCase()).join(' · ') || t('value.none')
        case 'works':
          return t('value.works', { count: (value as number[]).length })
        default:
          return value as string
      }
    },

    expected(name) {
      const kind = settingKinds[name]
      switch (kind.kind) {
        case 'flag':
          return t('expected.flag')
        case 'choice':
          return t('expected.choice', { values: kind.values.join(', ') })
        case 'number':
          return t('expected.number', { min: kind.min, max: kind.max })
        case 'text':
          return t('expected.text', { max: kind.maxLength })
        case 'id':
          return t('expected.id')
        case 'types':
          return t('expected.types', { values: kind.values.join(', ') })
        case 'works':
          return t('expected.works')
      }
    },
  }
}
