import { expect, test } from 'vitest'

import { locales } from '#i18n/locale.ts'
import { createI18n } from '#i18n/translations.ts'

import { dayText } from './day-text.ts'

test.each(locales)('I18N-01 I18N-07 a day in %s is what Intl would write', async (locale) => {
  const { current } = await createI18n(locale)
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    dateStyle: locale === 'en' ? 'medium' : 'long',
    timeZone: 'UTC',
  })
  for (let month = 1; month <= 12; month++) {
    const day = `2024-${String(month).padStart(2, '0')}-0${1 + (month % 9)}`
    expect(dayText(day, current.texts('work-detail'))).toBe(format.format(new Date(day)))
  }
})

test('what is no day is shown as it is', async () => {
  const { current } = await createI18n('en')
  for (const day of ['', '2024', 'soon', '2024-13-01', '2024-00-10'])
    expect(dayText(day, current.texts('work-detail'))).toBe(day)
})
