import { useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'

import { isMember, useUser } from '#features/accounts/index.ts'
import { displayModes, sortOptions, useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { earlyTaps, useEarlyTap } from '#lib/head-scripts/early-tap.ts'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'
import { CompactIcon, DetailIcon, ListIcon, ShuffleListIcon } from '#ui/icons/list-icons.ts'

import { FilterIcon, LanguagesIcon } from '#ui/icons/core-icons.ts'
import { DotsIcon } from '#ui/icons/play-icons.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import { countFilters } from '../filter/count-filters.ts'
import { ListSelect } from './ListSelect.tsx'
import { PageSize } from './PageSize.tsx'
import { Carried } from '../Pagination.tsx'
import css from './Toolbar.module.css'
import { useChangeList } from './use-change-list.ts'
import { useWorksHref } from '../use-works-href.ts'
import { anyShuffle, nextShuffle } from '../works-query.ts'
import { sortName, type WorksSearch } from '../works-search.ts'

const FilterPanel = lazyComponent(() => import('../filters-panel/FilterPanel.tsx'), PartMissing)
const EditionsDialog = lazyComponent(() => import('./EditionsDialog.tsx'), PartMissing)

const modeIcons = { compact: CompactIcon, detail: DetailIcon, list: ListIcon }

/** The path of the list whose further options are shown, on a phone. Not a state: while a list loads, its screen has controls of its own. */
const useListOptions = create<{ openedAt: string | null }>()(() => ({ openedAt: null }))

type Props = {
  search: WorksSearch
  /** The list's path; only the library can be sorted and has longer pages. */
  path: string
}

/**
 * Order, filter, page size and layout of a list. A form and links: without JavaScript, a button applies it. On a phone the
 * filters and the order are one row, and the others appear below it when asked for.
 */
export function Toolbar({ search, path }: Props) {
  const { t } = useTranslation('works')
  const hrefOf = useWorksHref()
  const change = useChangeList(search, path)
  const { sortOption, displayMode, keyword } = search
  const sort = sortName(sortOption)
  const isLibrary = path === '/works'
  // In the address it is shown in any case, so that it can be removed.
  const mark = search.subtitle === 1 ? undefined : ''
  const hasRatings = isMember(useUser())
  const isOpen = useListOptions(({ openedAt }) => openedAt === path)
  useEarlyTap()

  function chooseSort(chosen: string) {
    const name = sortName(chosen)
    // A new random order each time it is chosen.
    const sortOption = chosen === 'random' ? anyShuffle(Math.random) : chosen
    // `rating` is a list of its own, and not available after a logout, so it is not saved.
    change({ sortOption }, name && name !== 'rating' ? { sortOption: name } : undefined)
  }
  return (
    <div {...earlyTaps} className={css.toolbar} data-more={isOpen ? 'open' : 'closed'}>
      {isLibrary ? <FilterButton search={search} /> : null}
      <form className={css.form} action={path} data-subtitle-mark={isLibrary ? undefined : mark}>
        <Carried search={{ keyword, displayMode }} />
        {isLibrary ? (
          <>
            <ListSelect name="sortOption" label={t('sort.label')} value={sortOption} onChange={chooseSort}>
              {sortOptions
                // Without an account there are no ratings.
                .filter((option) => option !== 'rating' || option === sort || hasRatings)
                .map((option) => (
                  // Changing only the page size keeps the random order.
                  <option key={option} value={option === sort ? sortOption : option}>
                    {t(`sort.${option}`)}
                  </option>
                ))}
              {sort === 'random' && sortOption !== 'random' ? <option value="random">{t('shuffle')}</option> : null}
            </ListSelect>
            <PageSize search={search} path={path} className={css.size} />
          </>
        ) : null}
        <SubtitleSwitch
          isOn={search.subtitle === 1}
          mark={mark}
          label={t('subtitledOnly')}
          onChange={(isOn) => change({ subtitle: isOn ? 1 : undefined })}
        />
        <button type="submit" className={`${controls.button} ${controls.withoutScript}`}>
          {t('apply')}
        </button>
      </form>
      {sort === 'random' ? (
        <a
          className={`${controls.iconButton} ${css.shuffle}`}
          href={hrefOf({ ...search, page: 1, sortOption: nextShuffle(sortOption) })}
          aria-label={t('shuffle')}
          title={t('shuffle')}
        >
          <ShuffleListIcon size="1.5em" />
        </a>
      ) : null}
      <button
        type="button"
        className={`${controls.iconButton} ${css.more} ${isOpen ? css.turned : ''}`}
        aria-label={t('listOptions')}
        title={t('listOptions')}
        aria-expanded={isOpen}
        onClick={() => useListOptions.setState({ openedAt: isOpen ? null : path })}
      >
        <DotsIcon size="1.5em" />
      </button>
      <EditionsButton />
      <ul className={css.modes} aria-label={t('display.label')}>
        {displayModes.map((mode) => (
          <li key={mode}>
            <a
              className={css.mode}
              href={hrefOf({ ...search, displayMode: mode }, path)}
              onClick={() => useSettings.setState({ displayMode: mode })}
              aria-current={mode === displayMode ? 'true' : undefined}
              aria-label={t(`display.${mode}`)}
              title={t(`display.${mode}`)}
            >
              <ModeIcon mode={mode} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Opens the filters, with the number of those in use. */
function FilterButton({ search }: { search: WorksSearch }) {
  const { t } = useTranslation('works')
  const count = countFilters(search.keyword ?? '') + (search.subtitle === 1 ? 1 : 0)
  return (
    <DialogButton
      className={`${controls.button} ${css.filters}`}
      renderDialog={(opened) => <FilterPanel {...opened} search={search} />}
    >
      <FilterIcon size="1.25em" />
      {t('filters.button')}
      {count > 0 ? (
        <>
          {' '}
          <span className={css.filterCount}>{count}</span>{' '}
          <span className={controls.hidden}>{t('filters.active')}</span>
        </>
      ) : null}
    </DialogButton>
  )
}

/** Opens the settings for works in several languages. */
function EditionsButton() {
  const { t } = useTranslation('works')
  return (
    <DialogButton
      className={`${controls.iconButton} ${css.editions}`}
      aria-label={t('editionChoices')}
      renderDialog={(opened) => <EditionsDialog {...opened} />}
    >
      <LanguagesIcon size="1.5em" />
    </DialogButton>
  )
}

function ModeIcon({ mode }: { mode: keyof typeof modeIcons }) {
  const Icon = modeIcons[mode]
  return <Icon size="1.5em" />
}

type SwitchProps = {
  isOn: boolean
  /** See `useSubtitleMarks`. */
  mark: '' | undefined
  label: string
  onChange: (isOn: boolean) => void
}

function SubtitleSwitch({ isOn, mark, label, onChange }: SwitchProps) {
  const ref = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (ref.current) ref.current.checked = isOn
  }, [isOn])
  return (
    <label className={css.switch} data-subtitle-mark={mark}>
      <input
        ref={ref}
        type="checkbox"
        name="subtitle"
        value="1"
        defaultChecked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
