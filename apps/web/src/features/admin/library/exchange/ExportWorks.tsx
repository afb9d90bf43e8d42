import { type ExportField, exportFields } from '@otodana/contract'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { saveBlob } from '#lib/browser/save-file.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import controls from '#ui/controls.module.css'

import { Failure } from '../../Section.tsx'
import section from '../../Section.module.css'
import { useAction } from '../../use-action.ts'
import css from './ImportExport.module.css'
import { downloadWorks } from './transfer.ts'

/** Saves what is known of all works, or the works that lack something, to be filled in. */
export function ExportWorks() {
  const { t } = useTranslation('admin')
  const { act, isBusy, failure } = useAction()
  const [missing, setMissing] = useState<readonly ExportField[]>(['circle', 'tags'])
  const [isNoneLacking, setNoneLacking] = useState(false)

  const save = (name: string, fields: readonly ExportField[]) =>
    act(async () => {
      setNoneLacking(false)
      const content = await downloadWorks(fields)
      if (content.size > 0) saveBlob(name, content)
      else setNoneLacking(true)
    })
  const labels: Record<ExportField, string> = {
    title: t('exchange.fields.title'),
    circle: t('exchange.fields.circle'),
    voice_actors: t('exchange.fields.voiceActors'),
    tags: t('exchange.fields.tags'),
    release: t('exchange.fields.release'),
    age: t('exchange.fields.age'),
    description: t('exchange.fields.description'),
    language: t('exchange.fields.language'),
  }
  return (
    <div className={css.part}>
      <h3 className={css.heading}>{t('exchange.export')}</h3>
      <p className={section.hint}>{t('exchange.exportText')}</p>
      <div className={section.row}>
        <button
          type="button"
          className={controls.button}
          aria-disabled={isBusy}
          onClick={() => save('otodana-works.jsonl', [])}
        >
          {t('exchange.all')}
        </button>
      </div>
      <fieldset className={css.fields}>
        <legend className={section.hint}>{t('exchange.lacking')}</legend>
        {exportFields.map((field) => (
          <Checkbox
            key={field}
            label={labels[field]}
            isOn={missing.includes(field)}
            onChange={(isOn) => setMissing(isOn ? [...missing, field] : missing.filter((other) => other !== field))}
          />
        ))}
      </fieldset>
      <div className={section.row}>
        <button
          type="button"
          className={controls.button}
          aria-disabled={isBusy || missing.length === 0}
          onClick={() => (missing.length > 0 ? save('otodana-to-fill-in.jsonl', missing) : undefined)}
        >
          {t('exchange.skeleton')}
        </button>
      </div>
      <p role="status" className={section.hint}>
        {isBusy ? t('exchange.preparing') : isNoneLacking ? t('exchange.noneLacking') : null}
      </p>
      <Failure text={failure} />
    </div>
  )
}
