import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import controls from '#ui/controls.module.css'
import { PartMissing } from '#ui/PartMissing.tsx'

import { Section } from '../Section.tsx'
import section from '../Section.module.css'

const KikoeruPanel = lazyComponent(() => import('./KikoeruPanel.tsx'), PartMissing)

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
