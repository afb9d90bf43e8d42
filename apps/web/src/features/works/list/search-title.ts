import type { Tag } from '@otodana/contract'
import { parseKeyword } from '@otodana/keyword'

import { useSettings } from '#features/settings/index.ts'
import type { Speech } from '#i18n/translations.ts'

import { findTag, termText } from '../filter/term-text.ts'
import { tagName } from '../cards/work-texts.ts'

/** Tabs and search engines show no more. */
const MAX_LENGTH = 80

/** Describes a keyword for a title: `Tag: Ear Cleaning, without R-18`. Long ones are truncated. */
export function searchTitle(keyword: string, speech: Speech, knownTags: Iterable<Pick<Tag, 'name' | 'i18n'>>): string {
  const t = speech.texts('works')
  const { showCensoredTag } = useSettings.getState()
  const textOf = termText({ t, tagName: (tag) => tagName(tag, speech.locale, showCensoredTag) })
  const tags = [...knownTags]
  const said = parseKeyword(keyword).map((term) => textOf(term, findTag(tags, term)))
  let title = ''
  for (const text of said) {
    const longer = title === '' ? text : t('searchTerms', { before: title, term: text })
    if (longer.length > MAX_LENGTH) return `${title === '' ? text.slice(0, MAX_LENGTH) : title}…`
    title = longer
  }
  return title
}
