import { useRef, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { focusOpener, giveFocusBack } from '#lib/browser/focus.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { TuneIcon } from '#ui/icons/player-icons.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

const LyricsDialog = lazyComponent(() => import('./LyricsDialog.tsx'), PartMissing)

/** Opens the choice of the current track's lyrics. */
export default function ChooseButton({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('lyrics')
  const opener = useRef<HTMLButtonElement>(null)
  const [isChoosing, setChoosing] = useState(false)

  function handleOpen() {
    focusOpener(opener.current)
    setChoosing(true)
  }

  function handleClose() {
    setChoosing(false)
    giveFocusBack(opener.current)
  }

  return (
    <>
      <IconButton
        ref={opener}
        label={t('choose')}
        {...(className !== undefined && { className })}
        aria-haspopup="dialog"
        onClick={handleOpen}
      >
        <TuneIcon />
      </IconButton>
      {isChoosing && <LyricsDialog onClose={handleClose} />}
    </>
  )
}
