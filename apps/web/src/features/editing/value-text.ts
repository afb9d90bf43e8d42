import type { Age, EditField } from '@otodana/contract'

import { languageNames } from '#i18n/language-names.ts'
import type { Speech } from '#i18n/translations.ts'
import { formatCount } from '#lib/format/format-count.ts'

import { asText, coverOf, nameOf, namesOf, recordOf, staffRoles, titleLanguages } from './values.ts'

/** Describes a field's value in a line; an empty one by a word. */
export function valueText(field: EditField, value: unknown, speech: Speech, pictures: readonly Picture[] = []): string {
  const t = speech.texts('editing')
  return describe(field, value, speech, pictures) || (field === 'cover' ? t('cover.automatic') : t('empty'))
}

type Picture = { id: number; path: string }

function describe(field: EditField, value: unknown, speech: Speech, pictures: readonly Picture[]): string {
  const t = speech.texts('editing')
  const comma = speech.locale === 'en' ? ', ' : '、'
  switch (field) {
    case 'titles':
      return titleLanguages
        .flatMap((language) => {
          const title = asText(recordOf(value)[language])
          return title === '' ? [] : [title]
        })
        .join(' / ')
    case 'circle':
      return nameOf(value)
    case 'series': {
      const number = asText(recordOf(value).number)
      return number === '' ? nameOf(value) : `${nameOf(value)} ${number}`
    }
    case 'voice_actors':
    case 'tags':
      return namesOf(value).join(comma)
    case 'staff':
      return staffRoles
        .flatMap((role) => {
          const names = namesOf(recordOf(value)[role])
          return names.length === 0 ? [] : [`${t(`staff.${role}`)} ${names.join(comma)}`]
        })
        .join(' / ')
    case 'age':
      return asText(value) === '' ? '' : speech.texts('works')(`age.${asText(value) as Age}`)
    case 'language':
      return languageNames[asText(value)] ?? asText(value)
    case 'price':
      return typeof value === 'number' ? t('price', { price: formatCount(value) }) : ''
    case 'cover': {
      const cover = coverOf(value)
      if (cover === null) return ''
      if ('provider' in cover) return t('cover.provider')
      if ('file' in cover) return pictures.find(({ id }) => id === cover.file)?.path ?? t('cover.ofWork')
      return t('cover.uploaded')
    }
    default:
      return asText(value)
  }
}
