import '#i18n/menu-texts.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'

import { colorSchemes, useSettings } from './settings.store.ts'

export function ColorSchemeChoice({ isRow = false }: { isRow?: boolean }) {
  const { t } = useTranslation('menu')
  const colorScheme = useSettings((settings) => settings.colorScheme)
  return (
    <Choice
      isRow={isRow}
      label={t('colorScheme.label')}
      name="color-scheme"
      options={colorSchemes.map((scheme) => ({ value: scheme, label: t(`colorScheme.${scheme}`) }))}
      value={colorScheme}
      onChange={(scheme) => useSettings.setState({ colorScheme: scheme })}
    />
  )
}
