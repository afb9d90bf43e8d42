import type { Work } from '@otodana/contract'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import controls from '#ui/controls.module.css'
import { SearchIcon } from '#ui/icons/core-icons.ts'
import { PartMissing } from '#ui/PartMissing.tsx'

import css from './SubtitleField.module.css'

const WorkResults = lazyComponent(() => import('./results/WorkResults.tsx'), PartMissing)

/** Searches a work's subtitles on its page. Without JavaScript the form opens a results page. */
export function SubtitleField({ work }: { work: Pick<Work, 'source_id'> }) {
  const { t } = useTranslation('work-detail')
  const { t: shell } = useTranslation('shell')
  const [keyword, setKeyword] = useState('')
  return (
    <div className={css.search}>
      <form
        className={css.form}
        action="/subtitles"
        role="search"
        aria-label={t('searchSubtitles')}
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchIcon size="1.25em" />
        <input
          className={css.field}
          type="search"
          name="keyword"
          maxLength={200}
          aria-label={t('searchSubtitles')}
          placeholder={t('searchSubtitles')}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <input type="hidden" name="work" value={work.source_id} />
        <button type="submit" className={`${controls.button} ${controls.withoutScript}`}>
          {shell('search.submit')}
        </button>
      </form>
      {keyword.trim() === '' ? null : <WorkResults workId={work.source_id} keyword={keyword} />}
    </div>
  )
}
