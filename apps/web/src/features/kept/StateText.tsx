import { useTranslation } from '#i18n/use-translation.ts'
import { formatSize } from '#lib/format/format-size.ts'

import { type KeptEntry, stateOf, useKept } from './kept.store.ts'

/** How far a work is, in words. */
export function StateText({ entry }: { entry: KeptEntry }) {
  const { t } = useTranslation('kept')
  const pendingBytes = useKept((kept) => kept.pendingBytes[entry.workId] ?? 0)
  const { receivedBytes, expectedBytes, failedCount } = entry.sum
  const state = stateOf(entry)
  const received = receivedBytes + pendingBytes
  if (state === 'partial') return t('state.partial', { count: failedCount })
  if (state === 'waiting' && received > 0)
    return t('state.running', { received: formatSize(received), total: formatSize(expectedBytes) })
  return t(`state.${state}`)
}
