import { useEffect, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { forgetUnsent, formerAccounts } from '#features/accounts/index.ts'
import { forgetWaiting, waitingCount } from '#features/outbox/index.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { formatSize } from '#lib/format/format-size.ts'
import { countKept, forgetKept } from '#lib/kept/owner-kept.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { toast } from '#ui/toast.ts'

import css from './FormerKept.module.css'

const NONE = { works: 0, bytes: 0, changes: 0 }

/**
 * What accounts left here that the server no longer has, because it was set up again at the same address. Of the member who is there when
 * it is mounted.
 */
export function FormerKept() {
  const { t } = useTranslation('kept')
  const [left, setLeft] = useState(NONE)
  const [isAsking, setAsking] = useState(false)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    let isWanted = true
    countLeft().then(
      (found) => isWanted && setLeft(found),
      // The shelf itself shows that the database cannot be read.
      () => isWanted && setLeft(NONE),
    )
    return () => {
      isWanted = false
    }
  }, [])

  function ask() {
    setFailed(false)
    setAsking(true)
  }

  async function remove() {
    const accounts = formerAccounts()
    try {
      for (const one of accounts) {
        await forgetKept(one)
        await forgetWaiting(one)
        forgetUnsent(one)
      }
      setAsking(false)
      toast(t('former.done'))
    } catch {
      setFailed(true)
    }
    setLeft(await countLeft().catch(() => NONE))
  }

  if (left.works === 0 && left.changes === 0) return null
  const what = [
    left.works > 0
      ? t('former.works', { count: left.works, formatted: formatCount(left.works), size: formatSize(left.bytes) })
      : null,
    left.changes > 0 ? t('former.changes', { count: left.changes, formatted: formatCount(left.changes) }) : null,
  ]
    .filter((one) => one !== null)
    .join(t('former.and'))
  return (
    <div className={css.former}>
      <p>{t('former.text', { what })}</p>
      <button type="button" className={controls.button} aria-haspopup="dialog" onClick={ask}>
        {t('former.remove')}
      </button>
      {isAsking ? (
        <Dialog title={t('former.title')} onClose={() => setAsking(false)}>
          <p>{what}</p>
          <p>{t('former.warning')}</p>
          {isFailed ? (
            <p role="alert" className={forms.failure}>
              {t('former.failed')}
            </p>
          ) : null}
          <div className={forms.actions}>
            <button type="button" className={controls.button} onClick={() => setAsking(false)}>
              {t('removeDialog.no')}
            </button>
            <button
              type="button"
              className={`${controls.button} ${forms.danger}`}
              data-first=""
              onClick={() => void remove()}
            >
              {t('former.remove')}
            </button>
          </div>
        </Dialog>
      ) : null}
    </div>
  )
}

async function countLeft(): Promise<typeof NONE> {
  const accounts = formerAccounts()
  const kept = await Promise.all(accounts.map(countKept))
  return {
    works: kept.reduce((total, { works }) => total + works, 0),
    bytes: kept.reduce((total, { bytes }) => total + bytes, 0),
    changes: accounts.reduce((total, one) => total + waitingCount(one), 0),
  }
}
