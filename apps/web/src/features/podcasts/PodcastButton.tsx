import '#i18n/on-demand/podcast-texts.ts'

import { isMember, useUser } from '#features/accounts/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'
import { FeedIcon } from '#ui/icons/deferred-icons.ts'
import { PartMissing } from '#ui/PartMissing.tsx'

import type { FeedTarget } from './feed-target.ts'

const PodcastDialog = lazyComponent(() => import('./PodcastDialog.tsx'), PartMissing)

/** For members: opens the podcast feed of a playlist or work. */
export function PodcastButton({ target }: { target: FeedTarget }) {
  const { t } = useTranslation('podcasts')
  const user = useUser()
  if (!isMember(user)) return null
  return (
    <DialogButton className={controls.button} renderDialog={(opened) => <PodcastDialog {...opened} target={target} />}>
      <FeedIcon size="1.25em" />
      {t('open')}
    </DialogButton>
  )
}
