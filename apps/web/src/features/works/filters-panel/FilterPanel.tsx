import '#i18n/on-demand/filter-texts.ts'

import { parseKeyword, parseNumber, printKeyword, specialTerm } from '@otodana/keyword'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { type ReactNode, type SubmitEvent, useId, useMemo, useState } from 'react'

import { useSettings, useSubtitleMarks } from '#features/settings/index.ts'
import { subtitleLanguageNames } from '#i18n/language-names.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { below } from '#lib/base-path.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { namesQuery } from '#lib/queries/names-query.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { ExcludeIcon } from '#ui/icons/deferred-icons.ts'
import skeleton from '#ui/Skeleton.module.css'

import { useTagName } from '../cards/work-texts.ts'
import { tagForms, useTermParts } from '../filter/term-text.ts'
import { useListChoice } from '../use-works-href.ts'
import { worksHref, type WorksSearch } from '../works-search.ts'
import { type Counts, countsQuery, type Draft } from './counts.queries.ts'
import {
  boundsOf,
  chooseName,
  chooseOne,
  inFirstOrder,
  isChosen,
  isEmptyRange,
  isOfKind,
  isWrongBound,
  MAX_BOUND,
  type NamedKind,
  releaseChoices,
  singleChoices,
  type SingleKind,
  spellingOf,
  stateOfName,
  withBound,
  withoutFilters,
} from './filter-choices.ts'
import css from './FilterPanel.module.css'

type Props = { search: WorksSearch; onClose: () => void }

/** The filters of a search, with the number of works for each choice. Nothing is applied before the button is pressed. */
export default function FilterPanel({ search, onClose }: Props) {
  const { t } = useTranslation('filters')
  const { t: works } = useTranslation('works')
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const chosen = useListChoice()
  const globalFilter = useSettings((settings) => settings.globalFilter)
  const localSubtitledWorks = useSettings((settings) => settings.localSubtitledWorks)
  const editions = useSettings((settings) => settings.editions)
  const [thisYear] = useState(() => new Date().getFullYear())
  const [draft, setDraft] = useState<Draft>(() => ({
    terms: parseKeyword(search.keyword ?? ''),
    isSubtitled: search.subtitle === 1,
  }))
  const { data, isError, isFetching, refetch } = useQuery(
    countsQuery(api, {
      draft,
      globalFilter,
      localSubtitledWorks,
      editions,
      thisYear,
    }),
  )
  // Those of the previous draft are shown until the next arrive.
  const counts = isError ? undefined : data
  // An empty range is no problem before it has been typed in full.
  const [typing, setTyping] = useState<BoundedKind | null>(null)
  const [clears, setClears] = useState(0)
  const { terms } = draft
  const change = (next: Draft['terms']) => setDraft({ ...draft, terms: next })
  // What an address asks for is shown in any case, so that it can be removed.
  const [isAskedFor] = useState(() => draft.isSubtitled || terms.some((term) => isOfKind(term, 'sub')))
  const hasSubtitles = useSubtitleMarks() || isAskedFor

  function apply(event: SubmitEvent) {
    event.preventDefault()
    setTyping(null)
    const impossible = event.currentTarget.querySelector<HTMLElement>('[data-impossible]')
    if (impossible) return impossible.focus()
    onClose()
    const keyword = printKeyword(terms)
    const subtitle = draft.isSubtitled ? (1 as const) : undefined
    void router.navigate({ href: below(worksHref({ ...search, page: 1, keyword, subtitle }, '/works', chosen)) })
  }

  const single = (kind: SingleKind, choices: readonly string[], more?: ReactNode) => (
    <Section title={works(`term.${kind}`)}>
      <SingleChoices kind={kind} choices={choices} draft={draft} counts={counts} onChange={change} />
      {more}
    </Section>
  )
  const bounds = (kind: BoundedKind) => (
    <Bounds
      // Text that is wrong is no term, so clearing the terms would leave it.
      key={clears}
      kind={kind}
      terms={terms}
      onChange={change}
      isTyping={typing === kind}
      onTyping={setTyping}
    />
  )
  const named = (kind: NamedKind, first?: ReactNode) => (
    <NamedSection
      kind={kind}
      draft={draft}
      counts={counts?.names[kind]}
      isLoading={counts === undefined && !isError}
      onChange={change}
      first={first}
    />
  )
  // The list by one's own ratings holds less than what is counted.
  const total = search.sortOption === 'rating' ? undefined : counts?.total
  const show = total === undefined ? t('showAny') : t('show', { count: total, formatted: formatCount(total) })
  return (
    <Dialog title={t('title')} variant="sheet" onClose={onClose}>
      <form className={css.filters} onSubmit={apply}>
        {isError ? <Failed isBusy={isFetching} onRetry={() => void refetch()} /> : null}
        {single('duration', singleChoices.duration, bounds('duration'))}
        {single('age', singleChoices.age)}
        {named('tag')}
        {hasSubtitles
          ? named(
              'sub',
              <Choice
                text={works('subtitledOnly')}
                count={counts?.subtitled}
                isOn={draft.isSubtitled}
                onClick={() => setDraft({ ...draft, isSubtitled: !draft.isSubtitled })}
              />,
            )
          : null}
        {named('lang')}
        {single('rate', singleChoices.rate)}
        {named('va')}
        {named('circle')}
        {single('price', singleChoices.price, bounds('price'))}
        {single('release', releaseChoices(thisYear))}
        <p className={controls.hidden} role="status">
          {total === undefined ? '' : works('total', { count: total, formatted: formatCount(total) })}
        </p>
        <div className={css.foot}>
          <button
            type="button"
            className={controls.button}
            onClick={() => {
              setDraft({ terms: withoutFilters(terms), isSubtitled: false })
              setClears(clears + 1)
            }}
          >
            {t('clear')}
          </button>
          <button type="submit" className={controls.primary}>
            {show}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function Failed({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  const { t } = useTranslation('filters')
  return (
    <div className={css.failed} role="status">
      <p>{t('failed')}</p>
      <button type="button" className={controls.button} aria-disabled={isBusy} onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.section}>
      <legend className={css.legend}>{title}</legend>
      {children}
    </fieldset>
  )
}

type ChoiceProps = { text: string; count: number | undefined; isOn: boolean; onClick: () => void }

function Choice({ text, count, isOn, onClick }: ChoiceProps) {
  return (
    <button
      type="button"
      className={css.choice}
      aria-pressed={isOn}
      data-none={count === 0 && !isOn ? '' : undefined}
      onClick={onClick}
    >
      <span className={css.text}>{text}</span>
      {count === undefined ? null : <span className={css.count}>{formatCount(count)}</span>}
    </button>
  )
}

type SingleProps = {
  kind: SingleKind
  choices: readonly string[]
  draft: Draft
  counts: Counts | undefined
  onChange: (terms: Draft['terms']) => void
}

function SingleChoices({ kind, choices, draft, counts, onChange }: SingleProps) {
  const { t } = useTranslation('filters')
  const partsOf = useTermParts()
  const textOf = (choice: string) => {
    const [from, to] = parseKeyword(choice)
    if (!from) return ''
    if (!to) return partsOf(from).text
    const [lower, upper] = [partsOf(from).name, partsOf(to).name]
    return kind === 'release' ? lower : t('range', { from: lower, to: upper })
  }
  return (
    <div className={css.choices}>
      {choices.map((choice) => (
        <Choice
          key={choice}
          text={textOf(choice)}
          count={counts?.choices[choice]}
          isOn={isChosen(draft.terms, kind, choice)}
          onClick={() => onChange(chooseOne(draft.terms, kind, choice))}
        />
      ))}
    </div>
  )
}

type BoundedKind = 'duration' | 'price'
type BoundsProps = {
  kind: BoundedKind
  terms: Draft['terms']
  onChange: (terms: Draft['terms']) => void
  isTyping: boolean
  /** Called with the kind for each character, and with null when the field is left. */
  onTyping: (kind: BoundedKind | null) => void
}

/** A range of one's own. An empty one is a problem of its upper field, since no work can be in it. */
function Bounds({ kind, terms, onChange, isTyping, onTyping }: BoundsProps) {
  const { t } = useTranslation('filters')
  const problemId = useId()
  const set = boundsOf(terms, kind)
  // As typed, since “5.” may become “5.5”, and what is wrong must stay to be corrected.
  const [typed, setTyped] = useState(set)
  const shown = { from: shownBound(typed.from, set.from), to: shownBound(typed.to, set.to) }
  // What a choice has replaced does not come back with the end of that choice.
  if (shown.from !== typed.from || shown.to !== typed.to) setTyped(shown)
  const isWrong = { from: isWrongBound(shown.from), to: isWrongBound(shown.to) }
  const hasWrong = isWrong.from || isWrong.to
  const isImpossible = isEmptyRange(set)
  const isTold = (hasWrong || isImpossible) && !isTyping
  const problem = hasWrong ? t('noNumber', { max: formatCount(MAX_BOUND) }) : t('impossible', { from: set.from })
  const field = (bound: 'from' | 'to') => {
    const hasProblem = isWrong[bound] || (isImpossible && bound === 'to')
    return (
      <label className={css.bound}>
        <span>{t(`${kind}.${bound}`)}</span>
        <input
          className={controls.field}
          inputMode="decimal"
          maxLength={12}
          autoComplete="off"
          value={shown[bound]}
          data-impossible={hasProblem ? '' : undefined}
          aria-invalid={isTold && hasProblem ? true : undefined}
          aria-describedby={isTold ? problemId : undefined}
          onChange={({ target: { value } }) => {
            onTyping(kind)
            setTyped({ ...shown, [bound]: value })
            onChange(withBound(terms, kind, bound === 'to', value))
          }}
          onBlur={() => onTyping(null)}
        />
      </label>
    )
  }
  return (
    <div className={css.range}>
      <div className={css.bounds}>
        {field('from')}
        {field('to')}
      </div>
      <p className={forms.problem} id={problemId} role="status">
        {isTold ? problem : null}
      </p>
    </div>
  )
}

/** What was typed, unless the bound has been set to something else since. */
function shownBound(typed: string, set: string): string {
  const number = isWrongBound(typed) ? 0 : (parseNumber(typed) ?? 0)
  return Math.abs(number - Number(set)) < 0.01 ? typed : set
}

type NamedProps = {
  kind: NamedKind
  draft: Draft
  counts: readonly { id: number | string; count: number }[] | undefined
  isLoading: boolean
  onChange: (terms: Draft['terms']) => void
  /** A choice before the names. */
  first?: ReactNode
}

const FEW = 10
const none: NonNullable<NamedProps['counts']> = []

/** Names by number of works; those in use stay listed. */
function NamedSection({ kind, draft, counts = none, isLoading, onChange, first: choice }: NamedProps) {
  const { t } = useTranslation('filters')
  const { t: works } = useTranslation('works')
  const { t: search } = useTranslation('search')
  const [isWhole, setWhole] = useState(false)
  const { nameOf, isLoading: isNaming, isError, isFetching, refetch } = useNames(kind, draft.terms)
  const partsOf = useTermParts()
  const { terms } = draft
  const [first, setFirst] = useState(counts)
  if (first.length === 0 && counts.length > 0) setFirst(counts)
  const listed = inFirstOrder(first, counts).flatMap(({ id, count }) => {
    const name = nameOf(id)
    return name ? [{ ...name, count }] : []
  })
  const used = terms.flatMap((term) => {
    if (term.kind !== 'special' || term.namespace !== kind) return []
    const known = listed.some(({ value }) => value === term.value)
    return known ? [] : [{ value: term.value, text: partsOf(term).name, count: undefined }]
  })
  const all = [...used, ...listed]
  const isWaiting = all.length === 0 && (isLoading || isNaming)
  if (all.length === 0 && !isWaiting && !isError && !choice) return null
  const shown = isWhole ? all : all.filter(({ value }, at) => at < FEW || stateOfName(terms, kind, value) !== null)
  return (
    <Section title={works(`term.${kind}`)}>
      <ul className={css.choices}>
        {choice ? <li>{choice}</li> : null}
        {shown.map(({ value, text, count }) => {
          const state = stateOfName(terms, kind, value)
          return (
            <li key={value} className={css.name} data-excluded={state === 'excluded' ? '' : undefined}>
              <Choice
                text={text}
                count={count}
                isOn={state === 'included'}
                onClick={() => onChange(chooseName(terms, kind, value, false))}
              />
              <button
                type="button"
                className={css.exclude}
                aria-pressed={state === 'excluded'}
                aria-label={search('exclude', { term: text })}
                onClick={() => onChange(chooseName(terms, kind, value, true))}
              >
                <ExcludeIcon size="1.25em" />
              </button>
            </li>
          )
        })}
      </ul>
      {isWaiting ? (
        <div
          className={`${skeleton.skeleton} ${css.waiting}`}
          data-many={kind === 'lang' || kind === 'sub' ? undefined : ''}
        />
      ) : null}
      {isError ? <Failed isBusy={isFetching} onRetry={() => void refetch()} /> : null}
      {isWhole || shown.length === all.length ? null : (
        <button type="button" className={css.more} onClick={() => setWhole(true)}>
          {t('more', { count: all.length - shown.length })}
        </button>
      )}
    </Section>
  )
}

const lists = { tag: 'tags', va: 'vas', circle: 'circles' } as const

/** Loads names; `nameOf` finds the term's value and the text of a counted id. */
function useNames(kind: NamedKind, terms: Draft['terms']) {
  const { api } = useRouteContext({ from: '__root__' })
  const tagName = useTagName()
  const partsOf = useTermParts()
  const isOfLanguages = kind === 'lang' || kind === 'sub'
  const { data, ...query } = useQuery({
    ...namesQuery(api, isOfLanguages ? 'tags' : lists[kind]),
    enabled: !isOfLanguages,
  })
  const byId = useMemo(() => new Map((data ?? []).map((each) => [each.id, each])), [data])
  const nameOf = (id: number | string) => {
    if (isOfLanguages) {
      const code = String(id)
      const value = spellingOf(terms, kind, [kind === 'lang' ? code.toUpperCase() : code])
      return {
        value,
        text: kind === 'lang' ? partsOf(specialTerm(kind, value)).name : (subtitleLanguageNames[code] ?? code),
      }
    }
    const named = byId.get(id)
    if (!named?.name) return null
    const isTag = 'i18n' in named
    const value = spellingOf(terms, kind, isTag ? tagForms(named) : [named.name])
    return { value, text: isTag ? tagName(named) : named.name }
  }
  return { ...query, nameOf }
}
