import type { PlaylistPrivacy } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { GlobeIcon, LinkIcon, LockIcon } from '#ui/icons/deferred-icons.ts'

import css from './PrivacyMark.module.css'

const icons = { 0: LockIcon, 1: LinkIcon, 2: GlobeIcon }

/** Shows who can see a playlist. */
export function PrivacyMark({ privacy }: { privacy: PlaylistPrivacy }) {
  const { t } = useTranslation('playlists')
  const Icon = icons[privacy]
  return (
    <span className={css.mark} title={t(`privacyText.${privacy}`)}>
      <Icon size="1.25em" />
      {t(`privacy.${privacy}`)}
    </span>
  )
}
