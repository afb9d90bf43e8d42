import { type CountedTag, MAX_TAGS_AT_ONCE, type Work } from '@otodana/contract'
import { createNameList, findNames } from '@otodana/keyword'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState, type FormEvent } from 'react'

import { ListFailed, tagForms, useTagName } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { namesQuery } from '#lib/queries/names-query.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { focusNow } from '#lib/browser/focus.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { ChosenNames } from '#ui/ChosenNames.tsx'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import pick from '#ui/pick.module.css'
import skeleton from '#ui/Skeleton.module.css'
import { TextField } from '#ui/TextField.tsx'

import css from './AddTags.module.css'

/** Maximum number of tags listed; typing more narrows them. */
const MOST_OFFERED = 40

type Props = {
  work: Work
  /** Whether the chosen ones are being added. */
  isBusy: boolean
  onAdd: (tags: readonly CountedTag[]) => void
  onBack: () => void
}

/** Chooses existing tags to add to a work. */
export function AddTags({ work, isBusy, onAdd, onBack }: Props) {
  const { t } = useTranslation('tag-votes')
  const tagName = useTagName()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly CountedTag[]>([])
  const present = useMemo(() => new Set(work.tags.map((tag) => tag.id)), [work.tags])
  const { offered, found, failure } = useOffered(text, present)
  const isFull = chosen.length >= MAX_TAGS_AT_ONCE

  function toggle(tag: CountedTag): void {
    const others = chosen.filter((one) => one.id !== tag.id)
    setChosen(others.length < chosen.length ? others : [...chosen, tag])
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (chosen.length > 0) onAdd(chosen)
  }

  return (
    <form className={css.form} onSubmit={handleSubmit}>
      <TextField
        // The dialog gave its own focus to what it opened with.
        ref={focusNow}
        type="search"
        label={t('add.label')}
        placeholder={t('add.placeholder')}
        value={text}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => setText(target.value)}
        // Enter looks for a tag, and adds none.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ChosenNames
        label={t('add.chosen')}
        names={chosen.map((tag) => ({ id: tag.id, name: tagName(tag) }))}
        dropLabel={(tag) => t('add.drop', { tag })}
        onDrop={(dropped) => setChosen(chosen.filter(({ id }) => id !== dropped))}
      />
      {failure ? (
        <ListFailed error={failure} isBusy={found.isFetching} onRetry={() => void found.refetch()} />
      ) : offered === undefined ? (
        <div className={`${skeleton.skeleton} ${pick.list}`} />
      ) : offered.length === 0 ? (
        <p className={forms.hint} role="status">
          {t('add.nothing')}
        </p>
      ) : (
        <fieldset className={pick.list}>
          <legend className={controls.hidden}>{t('add.results')}</legend>
          {offered.map((tag) => {
            const isPresent = present.has(tag.id)
            const isChosen = chosen.some((one) => one.id === tag.id)
            return (
              <Checkbox
                key={tag.id}
                isRow
                label={tagName(tag)}
                detail={
                  isPresent ? t('add.present') : t('add.works', { count: tag.count, formatted: formatCount(tag.count) })
                }
                isOn={isPresent || isChosen}
                disabled={isPresent || (isFull && !isChosen)}
                onChange={() => toggle(tag)}
              />
            )
          })}
        </fieldset>
      )}
      {isFull ? <p className={forms.hint}>{t('add.full', { count: MAX_TAGS_AT_ONCE })}</p> : null}
      <div className={pick.actions}>
        <button type="button" className={controls.button} onClick={onBack}>
          {t('add.back')}
        </button>
        <button type="submit" className={controls.primary} aria-disabled={isBusy || chosen.length === 0}>
          {chosen.length === 0 ? t('add.open') : t('add.submit', { count: chosen.length })}
        </button>
      </div>
    </form>
  )
}

/** Returns tags by name in any language; without text, the most used ones. */
function useOffered(text: string, present: ReadonlySet<number>) {
  const { api } = useRouter().options.context
  const found = useQuery(namesQuery(api, 'tags'))
  const { data: tags } = found
  const names = useMemo(
    () =>
      tags && createNameList(tags.map((tag) => ({ name: tag.name, count: tag.count, aliases: tagForms(tag), tag }))),
    [tags],
  )
  const offered =
    text.trim() === ''
      ? tags && addableFirst(tags, present).slice(0, MOST_OFFERED)
      : names && findNames(names, text, MOST_OFFERED).map(({ name }) => name.tag)
  return { offered, found, failure: useFailure(found) }
}

function addableFirst(tags: readonly CountedTag[], present: ReadonlySet<number>): CountedTag[] {
  return [...tags.filter(({ id }) => !present.has(id)), ...tags.filter(({ id }) => present.has(id))]
}
