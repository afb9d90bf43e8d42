import '#i18n/on-demand/kept-texts.ts'
// Of the tree of tracks.
import '#i18n/on-demand/downloads-texts.ts'

import type { TrackNode, Work } from '@otodana/contract'
import { useEffect, useState } from 'react'

import { isMember, useSession, useUser } from '#features/accounts/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { shownName } from '#lib/format/shown-name.ts'
import type { KeptFile } from '#lib/kept/schema.ts'
import { Dialog } from '#ui/Dialog.tsx'

import { readFiles } from '../actions.ts'
import { followKept } from '../follow-kept.ts'
import { useKept } from '../kept.store.ts'
import { keepProblem } from '../support.ts'
import forms from '#ui/forms.module.css'

import css from './KeepDialog.module.css'
import { KeepForm } from './KeepForm.tsx'
import { KeptStatus } from './KeptStatus.tsx'

type Props = {
  work: Pick<Work, 'id' | 'title'>
  /** Undefined while it is read. */
  tree: readonly TrackNode[] | undefined
  /** The tree could not be read. */
  hasFailed?: boolean
  onClose: () => void
}

const noFiles: readonly KeptFile[] = []

/** Keeps a work, changes what is kept of it, and shows how far that is. */
export default function KeepDialog({ work, tree, hasFailed = false, onClose }: Props) {
  const { t } = useTranslation('kept')
  const { isLoaded, owner, problem, works } = useKept()
  const entry = works.find(({ workId }) => workId === work.id)
  const isClosed = useSession((session) => session.isClosed)
  const user = useUser()
  const [files, setFiles] = useState<readonly KeptFile[] | null>(null)
  const whyNot = keepProblem() ?? problem ?? (isClosed && !isMember(user) ? 'needsAccount' : null)
  const isReady = isLoaded && owner !== null

  useEffect(() => {
    if (keepProblem() === null) void followKept()
  }, [])
  const isKept = entry !== undefined
  useEffect(() => {
    if (!isReady) return undefined
    let isWanted = true
    void (isKept ? readFiles({ owner, workId: work.id }) : Promise.resolve(noFiles)).then(
      (found) => isWanted && setFiles(found),
    )
    return () => {
      isWanted = false
    }
  }, [isReady, isKept, owner, work.id])

  return (
    <Dialog title={t('keep')} variant="wide" onClose={onClose}>
      <p className={css.about} lang={langOfText(work.title)}>
        {shownName(work.title)}
      </p>
      {whyNot !== null ? (
        <p className={css.note} role="note">
          {t(`dialog.${whyNot}`)}
        </p>
      ) : hasFailed && !tree ? (
        <p className={forms.failure} role="alert">
          {t('dialog.failed')}
        </p>
      ) : !isReady || files === null || !tree ? (
        <p role="status">{t('loading')}</p>
      ) : (
        <>
          {entry ? <KeptStatus entry={entry} /> : <p className={css.dim}>{t('dialog.why')}</p>}
          <KeepForm key={files.length} work={work} tree={tree} entry={entry} kept={files} onClose={onClose} />
        </>
      )}
    </Dialog>
  )
}
