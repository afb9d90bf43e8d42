import { MAX_MERGED_NAMES } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

import { langOfText } from '#i18n/lang-of.ts'
import { useSettings } from '#features/settings/index.ts'
import { ListFailed } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { namesQuery } from '#lib/queries/names-query.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { ChosenNames } from '#ui/ChosenNames.tsx'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import pick from '#ui/pick.module.css'
import skeleton from '#ui/Skeleton.module.css'
import { TextField } from '#ui/TextField.tsx'

import { entriesOf, entryOrder, filterEntries, findable, type NameEntry } from '../name-list.ts'
import type { NameKind } from '../name-kinds.ts'
import type { ChosenName } from './edited-kinds.ts'
import css from './EditNames.module.css'

/** Maximum number of names listed; typing more narrows them. */
const MOST_OFFERED = 100
/** The name that stays, and those that are merged into it. */
const MOST_CHOSEN = MAX_MERGED_NAMES + 1

type Props = {
  kind: NameKind
  chosen: readonly ChosenName[]
  onChoose: (names: readonly ChosenName[]) => void
  onRename: () => void
  onMerge: () => void
}

/** Chooses names: one to rename, or several to merge. */
export function PickNames({ kind, chosen, onChoose, onRename, onMerge }: Props) {
  const { t, locale } = useTranslation('name-editing')
  const { api } = useRouter().options.context
  const isCensored = useSettings(({ showCensoredTag }) => showCensoredTag)
  const [text, setText] = useState('')
  const list = useQuery(namesQuery(api, kind))
  const { data: names } = list
  const failure = useFailure(list)
  const all = useMemo(
    () => names && findable(entriesOf(names, locale, isCensored)).sort(entryOrder('count', locale)),
    [names, locale, isCensored],
  )
  const found = useMemo(() => all && filterEntries(all, text), [all, text])

  function toggle(entry: NameEntry): void {
    const others = chosen.filter(({ id }) => id !== entry.id)
    const { id, name, count } = entry
    onChoose(others.length < chosen.length ? others : [...chosen, { id, name, count }])
  }

  return (
    <>
      <TextField
        data-first=""
        type="search"
        label={t('pick.label')}
        hint={t('pick.hint')}
        value={text}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => setText(target.value)}
      />
      <ChosenNames
        label={t('pick.chosen')}
        names={chosen}
        dropLabel={(name) => t('pick.drop', { name })}
        onDrop={(dropped) => onChoose(chosen.filter(({ id }) => id !== dropped))}
      />
      {failure ? (
        <ListFailed error={failure} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
      ) : found === undefined ? (
        <div className={`${skeleton.skeleton} ${pick.list}`} />
      ) : found.length === 0 ? (
        <p className={`${forms.hint} ${css.nothing} ${pick.list}`} role="status">
          {t('pick.nothing')}
        </p>
      ) : (
        <fieldset className={pick.list}>
          <legend className={controls.hidden}>{t('pick.results')}</legend>
          {found.slice(0, MOST_OFFERED).map((entry) => {
            const isChosen = chosen.some(({ id }) => id === entry.id)
            return (
              <Checkbox
                key={entry.id}
                isRow
                label={<span lang={langOfText(entry.name)}>{entry.name}</span>}
                {...(entry.of !== undefined && { hint: entry.of })}
                detail={t('works', { count: entry.count, formatted: formatCount(entry.count) })}
                isOn={isChosen}
                disabled={!isChosen && chosen.length >= MOST_CHOSEN}
                onChange={() => toggle(entry)}
              />
            )
          })}
          {found.length > MOST_OFFERED ? (
            <p className={`${forms.hint} ${css.more}`}>
              {t('pick.more', {
                count: found.length - MOST_OFFERED,
                formatted: formatCount(found.length - MOST_OFFERED),
              })}
            </p>
          ) : null}
        </fieldset>
      )}
      <div className={pick.actions}>
        <button
          type="button"
          className={controls.button}
          aria-disabled={chosen.length !== 1}
          onClick={() => (chosen.length === 1 ? onRename() : undefined)}
        >
          {t('pick.rename')}
        </button>
        <button
          type="button"
          className={controls.primary}
          aria-disabled={chosen.length < 2}
          onClick={() => (chosen.length >= 2 ? onMerge() : undefined)}
        >
          {chosen.length < 2 ? t('pick.merge') : t('pick.mergeSome', { count: chosen.length })}
        </button>
      </div>
    </>
  )
}
