import type { ReactNode } from 'react'

import '#i18n/on-demand/menu-texts.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'

import { colorSchemes, useSettings } from './settings.store.ts'

type Props = {
  isRow?: boolean
  /** Replace the labels where there is little room. */
  icons?: Readonly<Record<(typeof colorSchemes)[number], ReactNode>>
}

export function ColorSchemeChoice({ isRow = false, icons }: Props) {
  const { t } = useTranslation('menu')
  const colorScheme = useSettings((settings) => settings.colorScheme)
  return (
    <Choice
      isRow={isRow}
      isBare={icons !== undefined}
      label={t('colorScheme.label')}
      name="color-scheme"
      options={colorSchemes.map((scheme) => ({
        value: scheme,
        label: t(`colorScheme.${scheme}`),
        icon: icons?.[scheme],
      }))}
      value={colorScheme}
      onChange={(scheme) => useSettings.setState({ colorScheme: scheme })}
    />
  )
}
