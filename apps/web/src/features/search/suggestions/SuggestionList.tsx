import type { Work } from '@otodana/contract'
import { foldName, type Suggestion } from '@otodana/keyword'
import { memo, type MouseEvent, type ReactNode } from 'react'
import type { Translate } from '#i18n/translations.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { isBound, useCovers, useTermParts } from '#features/works/index.ts'
import { langOf } from '#i18n/lang-of.ts'
import { formatCount } from '#lib/format/format-count.ts'

import { RecentSearches } from './RecentSearches.tsx'
import css from './SuggestionList.module.css'
import { optionId, type Combobox, type Offer } from './use-combobox.ts'
import type { Names } from './use-knowledge.ts'

type Placed = { item: Offer; index: number }

type Props = {
  combobox: Combobox
  names: Names
  typed: string
  /** Called with an earlier search. */
  onSearch: (keyword: string) => void
  /** Called when the focused button is gone. */
  onRemoved: () => void
}

/** Works, names and earlier searches, and the loading state of the names. Before anything is typed, earlier searches first. */
export function SuggestionList({ combobox, names, typed, onSearch, onRemoved }: Props) {
  const { t } = useTranslation('search')
  const { listId, active, pick } = combobox
  const { items } = combobox.suggestions

  function handleClick({ target }: MouseEvent) {
    const option = (target as Element).closest<HTMLElement>('[data-index]')
    if (option) pick(Number(option.dataset.index))
  }

  const recent = <RecentSearches typed={typed} tagOf={names.tagOf} onSearch={onSearch} onRemoved={onRemoved} />
  const isTyped = typed.trim() !== ''
  return (
    <div className={css.scroll}>
      {isTyped ? null : recent}
      {items.length > 0 ? (
        // The input handles keys and refers to the options.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div id={listId} role="listbox" aria-label={t('suggestions')} onClick={handleClick}>
          <Groups items={items} isTyped={isTyped} active={active} listId={listId} tagOf={names.tagOf} />
        </div>
      ) : null}
      {isTyped ? recent : null}
      <Progress names={names} />
    </div>
  )
}

type GroupsProps = { items: readonly Offer[]; isTyped: boolean; active: number; listId: string; tagOf: Names['tagOf'] }

/** Not rendered again until the deferred list changes. */
const Groups = memo(function Groups({ items, isTyped, active, listId, tagOf }: GroupsProps) {
  return grouped(items).map(([name, placed]) => (
    <Group key={name} name={name} isTyped={isTyped}>
      {placed.map(({ item, index }) => (
        <div
          key={index}
          id={optionId(listId, index)}
          data-index={index}
          className={css.option}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
        >
          <OptionText item={item} isTyped={isTyped} tagOf={tagOf} />
        </div>
      ))}
    </Group>
  ))
})

type GroupName = 'work' | 'input' | 'plain' | Extract<Suggestion, { kind: 'special' }>['term']['namespace']

function grouped(items: readonly Offer[]): [GroupName, Placed[]][] {
  const groups: [GroupName, Placed[]][] = []
  for (const [index, item] of items.entries()) {
    const name = item.kind === 'special' ? item.term.namespace : item.kind
    const last = groups.at(-1)
    if (last?.[0] === name) last[1].push({ item, index })
    else groups.push([name, [{ item, index }]])
  }
  return groups
}

type GroupProps = { name: GroupName; isTyped: boolean; children: ReactNode }

/** Before anything is typed, suggestions are short, so they are chips. */
function Group({ name, isTyped, children }: GroupProps) {
  const { t } = useTranslation('search')
  const { t: works } = useTranslation('works')
  const label =
    name === 'work'
      ? works('tabs.works')
      : name === 'input'
        ? t('by')
        : name === 'plain'
          ? t('words')
          : name === 'tag' && !isTyped
            ? t('popularTags')
            : works(`term.${name}`)
  return (
    <div role="group" aria-label={label} className={isTyped ? undefined : css.chips}>
      <p className={css.heading} aria-hidden="true">
        {label}
      </p>
      {children}
    </div>
  )
}

function OptionText({ item, isTyped, tagOf }: { item: Offer; isTyped: boolean; tagOf: Names['tagOf'] }) {
  const { t: works } = useTranslation('works')
  const describe = useTermParts()
  if (item.kind === 'work') return <WorkOption work={item.work} />
  if (item.kind === 'plain') return <span className={css.text}>{item.text}</span>
  if (item.kind === 'input') {
    return (
      <>
        <span className={css.text}>{headText(works, item)}</span>
        {isTyped ? <code className={css.code}>{`$${item.excluded ? '-' : ''}${item.namespace}:`}</code> : null}
      </>
    )
  }
  const { name, text } = describe(item.term, tagOf(item.term))
  const form = item.form !== undefined && foldName(item.form) !== foldName(name) ? item.form : null
  return (
    <>
      <span className={css.text}>
        {text}
        {form === null ? null : <span className={css.form}>{form}</span>}
      </span>
      {item.count === undefined || !isTyped ? null : <span className={css.count}>{formatCount(item.count)}</span>}
    </>
  )
}

function WorkOption({ work }: { work: Work }) {
  const { coverUrl } = useCovers()
  const { id, title, name } = work
  return (
    <>
      <img className={css.cover} src={coverUrl(id, '240x240')} alt="" width={56} height={42} loading="lazy" />
      <span className={css.work}>
        <span className={css.title} lang={langOf(work, title)}>
          {title}
        </span>
        <span className={css.circle} lang={langOf(work, name)}>
          {name}
        </span>
      </span>
    </>
  )
}

/** Says whether the values that follow are wanted, excluded, or which bound they are. */
function headText(t: Translate<'works'>, { namespace, excluded }: Extract<Suggestion, { kind: 'input' }>): string {
  const kind = t(`term.${namespace}`)
  if (namespace === 'release') return excluded ? t('term.head.before', { kind }) : t('term.head.since', { kind })
  if (isBound(namespace)) return excluded ? t('term.head.under', { kind }) : t('term.head.atLeast', { kind })
  return excluded ? t('term.head.without', { kind }) : kind
}

function Progress({ names }: { names: Names }) {
  const { t } = useTranslation('search')
  if (names.hasFailed) {
    return (
      <p className={css.progress} role="status">
        {t('names.failed')}{' '}
        <button type="button" className={css.retry} onClick={() => names.retry()}>
          {t('names.retry')}
        </button>
      </p>
    )
  }
  return names.isLoading ? <p className={css.progress}>{t('names.loading')}</p> : null
}
