import type { TrackFile } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'

import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api/api.ts'
import { mediaAddress } from '#lib/api/media-address.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

/** Why an image is not shown: an image element does not say, so the server is asked whether the file is available. */
export function ImageProblem({ file, onRetry }: { file: TrackFile; onRetry: () => void }) {
  const { t } = useTranslation('file-preview')
  const { error } = useQuery({
    queryKey: ['file-reachable', file.hash],
    queryFn: ({ signal }) => askFor(file.mediaStreamUrl, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const reason = useErrorText(error)
  return (
    <Message title={t('image.failed')} text={error ? reason : t('image.broken')} isUrgent>
      <button type="button" className={controls.button} onClick={onRetry}>
        {t('retry')}
      </button>
    </Message>
  )
}

async function askFor(url: string, signal: AbortSignal): Promise<true> {
  const response = await fetch(mediaAddress(url), { method: 'HEAD', signal }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'client.network', 'Network error', { cause: error })
  })
  if (!response.ok) throw new ApiError(response.status, undefined, `${response.status} ${response.statusText}`)
  return true
}
