import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import controls from '#ui/controls.module.css'

import { Section } from '../Section.tsx'
import section from '../Section.module.css'
import { KikoeruPanel } from './KikoeruPanel.tsx'

/** Moving in from kikoeru, as a section of the administration. */
export function KikoeruSection({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={t('kikoeru.title')} text={t('kikoeru.text')}>
      {isOpen ? (
        <KikoeruPanel api={api} onClose={() => setOpen(false)} />
      ) : (
        <div className={section.row}>
          <button type="button" className={controls.button} onClick={() => setOpen(true)}>
            {t('kikoeru.open')}
          </button>
        </div>
      )}
    </Section>
  )
}
