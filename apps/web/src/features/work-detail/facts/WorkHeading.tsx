import { ageOf, type Work } from '@otodana/contract'
import { langOf } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { hasLocalSubtitles, useSettings } from '#features/settings/index.ts'
import { AgeChip, codeOf, subtitleMark, termHref, VoiceLinks } from '#features/works/index.ts'

import css from './WorkHeading.module.css'
import { titlesOf } from './titles.ts'
import { WorkTitle } from './WorkTitle.tsx'

/** Code, labels and title. */
export function WorkHeading({ work }: { work: Work }) {
  const { t, locale } = useTranslation('works')
  const isOnDevice = useSettings(hasLocalSubtitles(work.id))
  const subtitles = subtitleMark(work, isOnDevice, t, locale)
  const { shown, original } = titlesOf(work, locale)
  const code = codeOf(work)
  return (
    <div className={css.heading}>
      <p className={css.marks}>
        {code === null ? null : <span className={css.code}>{code}</span>}
        <AgeChip age={ageOf(work)} />
        {subtitles === null ? null : (
          <span className={css.subtitled} data-subtitle-mark="">
            {subtitles.text}
          </span>
        )}
      </p>
      <WorkTitle key={work.id} title={shown.title} lang={shown.lang ?? langOf(work, shown.title)} />
      {original ? (
        <p className={css.original} lang={original.lang}>
          {original.title}
        </p>
      ) : null}
    </div>
  )
}

/** Circle and voice actors. */
export function WorkPeople({ work }: { work: Work }) {
  return (
    <div className={css.people}>
      {work.circle.name === '' ? null : (
        <a className={css.circle} href={termHref('circle', work.circle.name)} lang={langOf(work, work.circle.name)}>
          {work.circle.name}
        </a>
      )}
      <VoiceLinks vas={work.vas} list={css.voices} link={css.voice} />
    </div>
  )
}
