import { isMember, useSession } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { toast } from '#ui/toast.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'
import controls from '#ui/controls.module.css'
import { Switch } from '#ui/Switch.tsx'
import { TitledPart } from '#ui/TitledPart.tsx'

import { createFeedbackOutbox } from './feedback-outbox.ts'

/** Whether the recommender learns from listening on this device; without an account the id can be reset. */
export function ListeningChoice() {
  const { t } = useTranslation('settings')
  const { token, user } = useSession()
  const isOfMember = isMember(user)
  // The user may not be known yet.
  const isOfDevice = !isOfMember && (token === null || user !== null)
  const learnFromListening = useSettings((settings) => settings.learnFromListening)
  const recommenderUuid = useSettings((settings) => settings.recommenderUuid)

  function handleForget() {
    createFeedbackOutbox(deviceStorage).forget()
    // A new id is created on the next listening.
    useSettings.setState({ recommenderUuid: '' })
    toast(t('forgetListening.done'))
  }
  return (
    <>
      <Switch
        label={t('learnFromListening.label')}
        hint={isOfMember ? t('learnFromListening.memberText') : t('learnFromListening.text')}
        isOn={learnFromListening}
        onChange={(isOn) => useSettings.setState({ learnFromListening: isOn })}
      />
      {isOfDevice && recommenderUuid !== '' ? (
        <TitledPart title={t('forgetListening.title')} text={t('forgetListening.text')}>
          <button type="button" className={controls.button} onClick={handleForget}>
            {t('forgetListening.action')}
          </button>
        </TitledPart>
      ) : null}
    </>
  )
}
