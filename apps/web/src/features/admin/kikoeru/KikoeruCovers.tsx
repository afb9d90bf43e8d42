import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { TitledPart } from '#ui/TitledPart.tsx'

import section from '../Section.module.css'
import css from './KikoeruPanel.module.css'

/** Chooses kikoeru's folder of covers; on devices that cannot choose folders, the files. */
export function KikoeruCovers({ count, onChoose }: { count: number; onChoose: (files: readonly File[]) => void }) {
  const { t } = useTranslation('kikoeru')
  return (
    <TitledPart title={t('covers.title')} text={t('covers.text')}>
      <div className={section.row}>
        <label className={`${controls.button} ${css.file}`}>
          {count > 0 ? t('covers.more') : t('covers.choose')}
          <input
            type="file"
            multiple
            accept=".jpg"
            {...{ webkitdirectory: '' }}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              target.value = ''
              if (files.length > 0) onChoose(files)
            }}
          />
        </label>
        {count > 0 ? (
          <span className={section.hint}>{t('covers.count', { count, formatted: formatCount(count) })}</span>
        ) : null}
      </div>
    </TitledPart>
  )
}
