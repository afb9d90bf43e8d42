import { useTranslation } from '#i18n/use-translation.ts'

import { Section } from '../../Section.tsx'
import { ExportWorks } from './ExportWorks.tsx'
import { ImportWorks } from './ImportWorks.tsx'

/** Metadata as files of JSON Lines. */
export function ImportExport() {
  const { t } = useTranslation('admin')
  return (
    <Section title={t('exchange.title')} text={t('exchange.text')}>
      <ImportWorks />
      <ExportWorks />
    </Section>
  )
}
