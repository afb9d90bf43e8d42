import '#i18n/on-demand/kept-texts.ts'

import { useEffect, useState } from 'react'

import { isMember, useSession, useUser } from '#features/accounts/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Quality } from '#lib/kept/kept-path.ts'
import type { ListSource } from '#lib/kept/schema.ts'
import { Choice } from '#ui/Choice.tsx'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { toast } from '#ui/toast.ts'

import { keepList, leaveList } from '../actions.ts'
import css from '../dialog/KeepDialog.module.css'
import { followKept } from '../follow-kept.ts'
import { useKept } from '../kept.store.ts'
import { keepProblem } from '../support.ts'
import { ListText } from './ListText.tsx'
import { idOfSource } from './source-id.ts'
import { MAX_LIST_WORKS } from './sync-lists.ts'

type Props = { source: ListSource; title: string; onClose: () => void }

/** Begins to keep a list's works, changes their quality, or ends it. */
export default function KeepListDialog({ source, title, onClose }: Props) {
  const { t } = useTranslation('kept')
  const { isLoaded, owner, problem, lists } = useKept()
  const id = idOfSource(source)
  const list = lists.find((each) => each.id === id)
  const [chosen, setQuality] = useState<Quality | null>(null)
  const quality = chosen ?? list?.quality ?? 'small'
  const isClosed = useSession((session) => session.isClosed)
  const user = useUser()
  const whyNot = keepProblem() ?? problem ?? (isClosed && !isMember(user) ? 'needsAccount' : null)
  useEffect(() => {
    if (keepProblem() === null) void followKept()
  }, [])

  function closeAfter(work: Promise<void>) {
    onClose()
    work.catch(() => toast(t('trouble.storage')))
  }

  return (
    <Dialog title={t('lists.action')} onClose={onClose}>
      <p className={css.about} lang={langOfText(title)}>
        {title}
      </p>
      {whyNot !== null ? (
        <p className={css.note} role="note">
          {t(`dialog.${whyNot}`)}
        </p>
      ) : !isLoaded || owner === null ? (
        <p role="status">{t('loading')}</p>
      ) : (
        <>
          {list ? (
            <div className={css.status}>
              <ListText list={list} />
            </div>
          ) : null}
          <p className={css.dim}>{t('lists.why', { count: MAX_LIST_WORKS })}</p>
          <Choice
            label={t('dialog.quality')}
            name="list-quality"
            options={[
              { value: 'small', label: t('lists.small') },
              { value: 'original', label: t('lists.original') },
            ]}
            value={quality}
            {...(list ? { hint: t('lists.qualityHint') } : {})}
            onChange={setQuality}
          />
          <div className={forms.actions}>
            {list ? (
              <>
                <button
                  type="button"
                  className={`${controls.button} ${forms.danger}`}
                  onClick={() => closeAfter(leaveList(list, 'go'))}
                >
                  {t('lists.endGo')}
                </button>
                <button type="button" className={controls.button} onClick={() => closeAfter(leaveList(list, 'stay'))}>
                  {t('lists.endStay')}
                </button>
              </>
            ) : null}
            {list && quality === list.quality ? null : (
              <button
                type="button"
                className={controls.primary}
                data-first=""
                onClick={() => closeAfter(keepList({ source, title, quality }))}
              >
                {list ? t('dialog.change') : t('lists.action')}
              </button>
            )}
          </div>
        </>
      )}
    </Dialog>
  )
}
