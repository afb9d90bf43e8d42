import type { Tag } from '@otodana/contract'
import {
  foldText,
  parseNumber,
  parseSeconds,
  type Namespace,
  type PartialTerm,
  type SpecialTerm,
  type Term,
} from '@otodana/keyword'
import { useTranslation } from '#i18n/use-translation.ts'

import { formatCount } from '#lib/format.ts'

import { languageNames } from './language-names.ts'
import { useTagName, useWorkTexts } from './work-texts.ts'

/** A term as it is shown: what it is about, whether works without it are meant, and what is looked for. */
type TermParts = { kind: string | null; isWithout: boolean; text: string }

type NamedTag = Pick<Tag, 'name' | 'i18n'>
type NamedTerm = SpecialTerm | PartialTerm

const ageCategories = ['general', 'r15', 'adult'] as const

/** Words for terms. A tag is shown in the visitor's language when it is given along. */
export function useTermParts(): (term: Term, tag?: NamedTag) => TermParts {
  const { t } = useTranslation('works')
  const tagName = useTagName()
  const { duration } = useWorkTexts()

  /** What a bound's value says; null when it is no value of its kind, and is shown as it is written. */
  function bound({ namespace, value }: NamedTerm): string | null {
    if (namespace === 'duration') {
      const seconds = parseSeconds(value)
      return seconds === null ? null : duration(seconds)
    }
    const number = parseNumber(value)
    if (number === null) return null
    if (namespace === 'price') return t('price', { formatted: formatCount(number) })
    return namespace === 'sell' ? formatCount(number) : String(number)
  }

  function name({ namespace, value }: NamedTerm, tag: NamedTag | undefined): string {
    if (tag) return tagName(tag)
    const age = ageOf({ namespace, value })
    if (age) return t(`age.${age}`)
    return (namespace === 'lang' ? languageNames[value.toUpperCase()] : undefined) ?? value
  }

  return (term, tag) => {
    if (term.kind === 'plain') return { kind: null, isWithout: false, text: term.text }
    const kind = t(`term.${term.namespace}`)
    const limit = isBound(term.namespace) ? bound(term) : null
    if (limit !== null) return { kind, isWithout: false, text: `${term.excluded ? '<' : '≥'} ${limit}` }
    return { kind, isWithout: term.excluded, text: name(term, tag) }
  }
}

/** The same in one piece: `$-age:adult$` as "without R-18", `$circle:A$` as "Circle: A". */
export function useTermText(): (term: Term) => string {
  const { t } = useTranslation('works')
  const partsOf = useTermParts()
  return (term) => {
    const { kind, isWithout, text } = partsOf(term)
    if (kind === null) return text
    const isClear = term.kind !== 'plain' && ageOf(term) !== undefined
    const named = isClear ? text : t('term.named', { name: kind, value: text })
    return isWithout ? t('term.without', { term: named }) : named
  }
}

/** The age category that a term names, which tells by itself what it is about. */
function ageOf({ namespace, value }: Pick<NamedTerm, 'namespace' | 'value'>) {
  return namespace === 'age' ? ageCategories.find((category) => category === foldText(value)) : undefined
}

/** Whether a value of this kind is the least that is wanted; excluded, it is what everything is to be below. */
export function isBound(namespace: Namespace): boolean {
  return namespace === 'duration' || namespace === 'rate' || namespace === 'price' || namespace === 'sell'
}

/** The tag that a term names in any language, if it is among these. */
export function findTag<T extends NamedTag>(tags: Iterable<T>, term: Term): T | undefined {
  if (term.kind !== 'special' || (term.namespace !== 'tag' && term.namespace !== 'tagw')) return undefined
  const wanted = foldText(term.value)
  for (const tag of tags) {
    if (tagForms(tag).some((form) => foldText(form) === wanted)) return tag
  }
  return undefined
}

/** Every name that a tag has, its own first. */
export function tagForms({ name, i18n }: NamedTag): string[] {
  return [name, ...Object.values(i18n).flatMap((local) => (local ? [local.name, local.censored ?? ''] : []))].filter(
    Boolean,
  )
}
