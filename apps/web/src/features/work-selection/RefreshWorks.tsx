import { getMetadataFetch, refreshSelection, type Selection } from '@otodana/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { useRoughSpanText } from '#features/metadata-lookup/index.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { toast } from '#ui/toast.ts'

import { Refused } from './Refused.tsx'
import css from './WorkSelection.module.css'

type Props = { selection: Selection; count: number; onClose: () => void }

/** Asks before many works are looked up, which may take hours. */
export function RefreshWorks({ selection, count, onClose }: Props) {
  const { t } = useTranslation('work-selection')
  const { api } = useRouter().options.context
  const refresh = useMutation({
    mutationFn: () => api(refreshSelection, { body: { selection } }),
    onSuccess: ({ queued }) => {
      toast(t('refreshed', { count: queued, formatted: formatCount(queued) }))
      onClose()
    },
  })
  const { data: status } = useQuery({
    queryKey: ['metadata-pace'],
    queryFn: ({ signal }) => api(getMetadataFetch, {}, { signal }),
    meta: { isPersonal: true, needsAccount: true },
  })
  const spanText = useRoughSpanText()
  const pace = status?.secondsPerWork ?? null
  const values = { count, formatted: formatCount(count) }
  return (
    <Dialog title={t('refreshWorks.title', values)} onClose={onClose}>
      <div className={css.form}>
        <p>
          {joinSentences(
            t('refreshWorks.text'),
            pace === null ? '' : t('refreshWorks.takes', { span: spanText(count * pace) }),
          )}
        </p>
        {refresh.error ? <Refused error={refresh.error} /> : null}
        <div className={forms.actions}>
          <button
            type="button"
            className={controls.primary}
            aria-disabled={refresh.isPending}
            onClick={() => (refresh.isPending ? undefined : refresh.mutate())}
          >
            {t('refreshWorks.submit', values)}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
