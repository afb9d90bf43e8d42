import { useTranslation } from '#i18n/use-translation.ts'
import { formatSize } from '#lib/format/format-size.ts'
import { shownName } from '#lib/format/shown-name.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { formatDate } from '#lib/format/format-date.ts'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'
import { DeleteIcon, SettingsIcon } from '#ui/icons/deferred-icons.ts'
import { PartMissing } from '#ui/PartMissing.tsx'

import { KeepWork } from '../dialog/KeepWork.tsx'
import { type KeptEntry, stateOf } from '../kept.store.ts'
import { StateText } from '../StateText.tsx'
import css from './KeptBelow.module.css'

const RemoveKeptDialog = lazyComponent(() => import('./RemoveKeptDialog.tsx'), PartMissing)

/** What is kept of a work, below its card. */
export function KeptBelow({ entry }: { entry: KeptEntry }) {
  const { t, locale } = useTranslation('kept')
  const { sum, keptAtMs, work } = entry
  const title = shownName(work.title)
  const isWhole = stateOf(entry) === 'whole'
  return (
    <div className={css.below}>
      <p className={css.text}>
        {isWhole ? (
          t('shelf.size', { size: formatSize(sum.receivedBytes), when: formatDate(keptAtMs, locale) })
        ) : (
          <StateText entry={entry} />
        )}
        {entry.olderCount ? ` · ${t('state.older')}` : null}
      </p>
      <DialogButton
        className={controls.iconButton}
        aria-label={t('shelf.changeOne', { title })}
        renderDialog={(opened) => <KeepWork {...opened} work={work} />}
      >
        <SettingsIcon size="1.25em" />
      </DialogButton>
      <DialogButton
        className={controls.iconButton}
        aria-label={t('shelf.removeOne', { title })}
        renderDialog={(opened) => <RemoveKeptDialog {...opened} entry={entry} />}
      >
        <DeleteIcon size="1.25em" />
      </DialogButton>
    </div>
  )
}
