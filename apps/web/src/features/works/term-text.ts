import type { Term } from '@otodana/keyword'

import { useTranslation } from '#i18n/use-translation.ts'

const ageCategories = ['general', 'r15', 'adult'] as const

/** Says a term of a search in the visitor's words: `-age:adult` as "without R-18", `circle:A` as "Circle: A". */
export function useTermText(): (term: Term) => string {
  const { t } = useTranslation('works')
  return (term) => {
    if (term.kind === 'plain') return term.text
    const age = term.namespace === 'age' && ageCategories.find((category) => category === term.value)
    const text = age ? t(`age.${age}`) : t('term.named', { name: t(`term.${term.namespace}`), value: term.value })
    return term.excluded ? t('term.without', { term: text }) : text
  }
}
