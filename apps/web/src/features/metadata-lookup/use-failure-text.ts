import '#i18n/on-demand/metadata-lookup-texts.ts'

import type { MetadataFailure } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'

/** Says why a provider gave no usable answer. */
export function useFailureText(): (failure: MetadataFailure) => string {
  const { t } = useTranslation('metadata-lookup')
  return ({ code, params }) => {
    const { bytes } = params
    return t(`failure.${code}`, { ...params, ...(typeof bytes === 'number' && { bytes: formatCount(bytes) }) })
  }
}
