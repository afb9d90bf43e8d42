import type { Tag } from '@otodana/contract'
import {
  foldName,
  foldText,
  parseDay,
  parseNumber,
  parseSeconds,
  special,
  type Namespace,
  type PartialTerm,
  type SpecialTerm,
  type Term,
} from '@otodana/keyword'
import type { Translate } from '#i18n/translations.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { formatCount } from '#lib/format/format-count.ts'
import { shownName } from '#lib/format/shown-name.ts'

import { ageOfTerm } from './age-of-term.ts'
import { languageNames, subtitleLanguageNames } from '#i18n/language-names.ts'
import { termProblem } from './term-problem.ts'
import { useTagName, workTexts } from '../cards/work-texts.ts'

/** A term for display. `text` says the whole term but its kind: `No R-18`, `under 20 min`; `name` is only what it names. */
type TermParts = { kind: string | null; isWithout: boolean; name: string; text: string }

type NamedTag = Pick<Tag, 'name' | 'i18n'>
type NamedTerm = SpecialTerm | PartialTerm

/** What is needed to format terms. */
type Words = { t: Translate<'works'>; tagName: (tag: NamedTag) => string }

/** Formats terms. A tag is displayed in the visitor's language if it is passed. */
export function useTermParts(): (term: Term, tag?: NamedTag) => TermParts {
  return termParts({ t: useTranslation('works').t, tagName: useTagName() })
}

function termParts({ t, tagName }: Words): (term: Term, tag?: NamedTag) => TermParts {
  const { duration } = workTexts(t)

  /** Formats a bound's value; null if invalid, which is displayed unchanged. */
  function bound({ namespace, value }: NamedTerm): string | null {
    if (namespace === 'duration') {
      const seconds = parseSeconds(value)
      return seconds === null ? null : duration(seconds)
    }
    if (namespace === 'release') return parseDay(value) === null ? null : foldText(value)
    const number = parseNumber(value)
    if (number === null) return null
    if (namespace === 'price') return t('price', { formatted: formatCount(number) })
    return namespace === 'sell' ? formatCount(number) : String(number)
  }

  function boundText({ namespace, excluded }: NamedTerm, value: string): string {
    if (namespace === 'release') return excluded ? t('term.before', { value }) : t('term.since', { value })
    return excluded ? t('term.under', { value }) : t('term.atLeast', { value })
  }

  function name({ namespace, value }: NamedTerm, tag: NamedTag | undefined): string {
    if (tag) return tagName(tag)
    const age = ageOfTerm({ namespace, value })
    if (age) return t(`age.${age}`)
    if (namespace === 'sub') return t('term.subtitles', { language: languageOfSubtitles(value) ?? value })
    return (namespace === 'lang' ? languageNames[value.toUpperCase()] : undefined) ?? shownName(value)
  }

  return (term, tag) => {
    if (term.kind === 'plain') {
      const text = shownName(term.text)
      return { kind: null, isWithout: false, name: text, text }
    }
    const kind = isClear(term) ? null : t(`term.${term.namespace}`)
    const limit = isBound(term.namespace) ? bound(term) : null
    if (limit !== null) return { kind, isWithout: false, name: limit, text: boundText(term, limit) }
    const named = name(term, tag)
    return {
      kind,
      isWithout: term.excluded,
      name: named,
      text: term.excluded ? t('term.without', { term: named }) : named,
    }
  }
}

/** Ages and languages of subtitles are understood without their kind. */
function isClear(term: NamedTerm): boolean {
  return ageOfTerm(term) !== undefined || (term.namespace === 'sub' && languageOfSubtitles(term.value) !== undefined)
}

function languageOfSubtitles(code: string): string | undefined {
  return subtitleLanguageNames[foldText(code)]
}

/** The same as one text: `$-age:adult$` as "No R-18", `$circle:A$` as "Circle: A". */
export function useTermText(): (term: Term, tag?: NamedTag) => string {
  return termText({ t: useTranslation('works').t, tagName: useTagName() })
}

export function termText(words: Words): (term: Term, tag?: NamedTag) => string {
  const { t } = words
  const partsOf = termParts(words)
  return (term, tag) => {
    const { kind, isWithout, text } = partsOf(term, tag)
    return kind === null || isWithout ? text : t('term.named', { name: kind, value: text })
  }
}

/** Returns what a term's value should be, if it cannot match anything; otherwise null. */
export function useTermHint(): (term: Term) => string | null {
  const { t } = useTranslation('works')
  return (term) => {
    const problem = term.kind === 'partial' ? null : termProblem(term)
    if (problem === null || term.kind === 'plain') return null
    return t(`term.problem.${problem}`, { example: examples[term.namespace] ?? '' })
  }
}

const examples: Partial<Record<Namespace, string>> = {
  rate: special('rate', '4.5'),
  price: special('price', '500'),
  sell: special('sell', '100'),
}

const bounds: ReadonlySet<Namespace> = new Set<Namespace>(['duration', 'rate', 'price', 'sell', 'release'])

/** Whether a value of this kind is a lower bound; excluded, it is an upper bound. */
export function isBound(namespace: Namespace): boolean {
  return bounds.has(namespace)
}

/** Whether a term refers to a tag. */
export function isAboutTag(term: Term): term is SpecialTerm {
  return term.kind === 'special' && (term.namespace === 'tag' || term.namespace === 'tagw')
}

/** Returns the tag of a term in any language, if it is among these. */
export function findTag<T extends NamedTag>(tags: Iterable<T>, term: Term): T | undefined {
  if (!isAboutTag(term)) return undefined
  const wanted = foldName(term.value)
  for (const tag of tags) {
    if (tagForms(tag).some((form) => foldName(form) === wanted)) return tag
  }
  return undefined
}

/** All names of a tag, its own first. */
export function tagForms({ name, i18n }: NamedTag): string[] {
  return [name, ...Object.values(i18n).flatMap((local) => (local ? [local.name, local.censored ?? ''] : []))].filter(
    Boolean,
  )
}
