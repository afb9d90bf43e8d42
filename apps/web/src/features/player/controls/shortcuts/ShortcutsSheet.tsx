import '#i18n/on-demand/player-texts.ts'

import { useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog } from '#ui/Dialog.tsx'

import { actions, keysOf } from './shortcuts.ts'
import styles from './ShortcutsSheet.module.css'

/** Lists the keyboard shortcuts, with a switch to turn them off. */
export default function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('player')
  const isOn = useSettings(({ keyboardShortcuts }) => keyboardShortcuts)
  const seconds = useSettings(({ rewindSeekTime, forwardSeekTime }) => `${rewindSeekTime} ${forwardSeekTime}`)
  const [rewind = '', forward = ''] = seconds.split(' ')
  const names = {
    toggle: t('keys.toggle'),
    rewind: t('rewind', { count: rewind }),
    forward: t('forward', { count: forward }),
    previous: t('previous'),
    next: t('next'),
    previousChapter: t('chapters.previous'),
    nextChapter: t('chapters.next'),
    quieter: t('keys.quieter'),
    louder: t('keys.louder'),
    mute: t('keys.mute'),
    slower: t('keys.slower'),
    faster: t('keys.faster'),
    mode: t('keys.mode'),
    full: t('keys.full'),
    sound: t('sound.title'),
    help: t('keys.help'),
  }
  return (
    <Dialog variant="sheet" title={t('keys.title')} onClose={onClose}>
      <Checkbox
        label={t('keys.on')}
        isOn={isOn}
        onChange={(isWanted) => useSettings.setState({ keyboardShortcuts: isWanted })}
      />
      <dl className={styles.list}>
        {actions.map((action) => (
          <div key={action} className={styles.row}>
            <dt>{names[action]}</dt>
            <dd>
              {keysOf[action].map((key) => (
                <kbd key={key} className={styles.key}>
                  {shownKeys[key] ?? (key === ' ' ? t('keys.space') : key.toUpperCase())}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

const shownKeys: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→' }
