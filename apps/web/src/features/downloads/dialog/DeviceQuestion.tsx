import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'

import { useDevice } from '../saving/device.store.ts'
import css from './DownloadDialog.module.css'

/** Asked once per device, where the browser does not tell: see `mobileOf`. */
export function DeviceQuestion() {
  const { t } = useTranslation('downloads')
  return (
    <div className={css.question}>
      <p>{t('device.question')}</p>
      <p className={css.dim}>{t('device.why')}</p>
      <div className={css.answers}>
        <button
          type="button"
          className={controls.button}
          data-first=""
          onClick={() => useDevice.setState({ isMobile: true })}
        >
          {t('device.mobile')}
        </button>
        <button type="button" className={controls.button} onClick={() => useDevice.setState({ isMobile: false })}>
          {t('device.computer')}
        </button>
      </div>
    </div>
  )
}
