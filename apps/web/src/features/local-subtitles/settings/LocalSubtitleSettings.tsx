import '#i18n/on-demand/local-subtitle-texts.ts'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { useI18n, useTranslation } from '#i18n/use-translation.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { toast } from '#ui/toast.ts'
import { shownName } from '#lib/format/shown-name.ts'

import { onLocalSubtitlesChanged } from '../database/package-changes.ts'
import { ImportOutcomes } from '../import/ImportOutcomes.tsx'
import { ImportProgress } from '../import/ImportProgress.tsx'
import { importPackages, useImports, type Outcome } from '../import/imports.ts'
import { syncSettings } from '../sync-settings.ts'
import css from './LocalSubtitleSettings.module.css'
import { outcomeText } from '../import/outcome-text.ts'
import { PackageList } from './PackageList.tsx'
import { shownProblem } from '../problem-text.ts'
import { LOCAL_SUBTITLES, localSubtitleQueries } from '../queries.ts'
import { StoragePart } from './StoragePart.tsx'
import { ZipChooser } from '../import/ZipChooser.tsx'

/** The subtitle packages of this device: import, list and storage state. */
export function LocalSubtitleSettings() {
  const { t } = useTranslation('local-subtitles')
  const i18n = useI18n()
  const queryClient = useQueryClient()
  const section = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const packages = useQuery(localSubtitleQueries.packages())
  const { running, waiting, outcomes } = useImports()

  useEffect(
    () => onLocalSubtitlesChanged(() => void queryClient.invalidateQueries({ queryKey: LOCAL_SUBTITLES })),
    [queryClient],
  )
  const { isSuccess } = packages
  // Lists of works use a setting, which may be imported from another device, or missing.
  useEffect(() => {
    if (isSuccess) syncSettings().catch(reportError)
  }, [isSuccess])

  function handleFiles(files: readonly File[]) {
    void importPackages(files, (outcome) => {
      // If this section is visible, the result is shown in it.
      if (!section.current?.isConnected) sayOutcome(outcome)
    })
  }

  function sayOutcome(outcome: Outcome) {
    const speech = i18n.current
    toast(joinSentences(shownName(outcome.name), outcomeText(outcome, speech.texts('local-subtitles'))))
  }

  const problem = packages.error ? shownProblem(packages.error) : null
  return (
    <>
      <div ref={section} className={css.intake}>
        <p className={css.intro}>{t('intro')}</p>
        {problem === null ? <ZipChooser chooser={chooser} onFiles={handleFiles} /> : null}
        {running ? (
          <ImportProgress
            running={running}
            waitingCount={waiting.length}
            onCancelled={() => chooser.current?.focus()}
          />
        ) : null}
        <ImportOutcomes outcomes={outcomes} onPutAway={() => chooser.current?.focus()} />
      </div>
      <PackageList packages={packages.data} problem={problem} onRetry={() => void packages.refetch()} />
      {problem === null ? <StoragePart /> : null}
    </>
  )
}
