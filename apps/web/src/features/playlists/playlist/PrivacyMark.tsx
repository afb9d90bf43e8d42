import type { PlaylistPrivacy } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { Drawing } from '#ui/Icon.tsx'

import { GLOBE, LINK, LOCK } from '../drawings.ts'
import css from './PrivacyMark.module.css'

const drawings = { 0: LOCK, 1: LINK, 2: GLOBE }

/** Shows who can see a playlist. */
export function PrivacyMark({ privacy }: { privacy: PlaylistPrivacy }) {
  const { t } = useTranslation('playlists')
  return (
    <span className={css.mark} title={t(`privacyText.${privacy}`)}>
      <Drawing path={drawings[privacy]} size="1.1em" />
      {t(`privacy.${privacy}`)}
    </span>
  )
}
