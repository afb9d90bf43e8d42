import '#i18n/on-demand/account-texts.ts'

import { endOtherSessions, exportAccount, type User } from '@otodana/contract'
import { useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'

import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech, useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { saveJson } from '#lib/browser/save-file.ts'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'
import forms from '#ui/forms.module.css'
import { TitledPart } from '#ui/TitledPart.tsx'

import css from './AccountSettings.module.css'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { EmailSettings } from '../email/EmailSettings.tsx'
import { setSession, isMember, openAccount, useSession, useUser } from '../session/session.store.ts'
import { Who } from '../menu/Who.tsx'

const DeleteAccountDialog = lazyComponent(() => import('./DeleteAccountDialog.tsx'), PartMissing)
const AppPasswordsDialog = lazyComponent(() => import('./app-passwords/AppPasswordsDialog.tsx'), PartMissing)
const ImportDialog = lazyComponent(() => import('./import/ImportDialog.tsx'), PartMissing)

/**
 * The account section of the settings, including its deletion.
 *
 * @param children  a member's further settings
 */
export function AccountSettings({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('accounts')
  const token = useSession((session) => session.token)
  const user = useUser()
  if (!user) {
    // The user is still loading.
    if (token !== null) return <div className={css.pending} />
    return (
      <div className={css.loggedOut}>
        <p>{t('settings.loggedOut')}</p>
        <button type="button" className={controls.button} aria-haspopup="dialog" onClick={() => openAccount('logIn')}>
          {t('logIn.submit')}
        </button>
      </div>
    )
  }
  return (
    <>
      <Who user={user} />
      {isMember(user) ? children : null}
      {isMember(user) ? <MemberSettings user={user} /> : <p className={forms.hint}>{t('settings.guestText')}</p>}
    </>
  )
}

function MemberSettings({ user }: { user: User }) {
  const { t } = useTranslation('accounts')
  const { api } = useRouter().options.context

  async function logOthersOut() {
    setSession(await api(endOtherSessions, {}))
    useSession.setState({ notice: { kind: 'done', done: 'othersLoggedOut' } })
  }
  async function download() {
    const data = await api(exportAccount, {})
    saveJson(`otodana-${user.name}.json`, JSON.stringify(data, null, 2))
  }
  return (
    <>
      <EmailSettings user={user} />
      <details>
        <summary className={css.summary}>
          <h3 className={css.title}>{t('settings.password.title')}</h3>
          <span className={forms.hint}>{t('settings.password.text')}</span>
        </summary>
        <ChangePasswordForm user={user} />
      </details>
      <TitledPart title={t('settings.sessions.title')} text={t('settings.sessions.text')}>
        <ActionButton onAct={logOthersOut}>{t('settings.sessions.action')}</ActionButton>
      </TitledPart>
      <TitledPart title={t('settings.apps.title')} text={t('settings.apps.text')}>
        <DialogButton
          className={`${controls.button} ${css.action}`}
          renderDialog={(opened) => <AppPasswordsDialog {...opened} user={user} />}
        >
          {t('settings.apps.action')}
        </DialogButton>
      </TitledPart>
      <TitledPart title={t('settings.export.title')} text={t('settings.export.text')}>
        <ActionButton onAct={download}>{t('settings.export.action')}</ActionButton>
      </TitledPart>
      <TitledPart title={t('settings.import.title')} text={t('settings.import.text')}>
        <DialogButton
          className={`${controls.button} ${css.action}`}
          renderDialog={(opened) => <ImportDialog {...opened} />}
        >
          {t('settings.import.action')}
        </DialogButton>
      </TitledPart>
      <TitledPart title={t('settings.delete.title')} text={t('settings.delete.text')}>
        <DialogButton
          className={`${controls.button} ${css.action} ${forms.danger}`}
          renderDialog={(opened) => <DeleteAccountDialog {...opened} user={user} />}
        >
          {t('settings.delete.action')}
        </DialogButton>
      </TitledPart>
    </>
  )
}

/** A button for an asynchronous action that may fail. */
function ActionButton({ onAct, children }: { onAct: () => Promise<void>; children: ReactNode }) {
  const speech = useSpeech()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function handleClick() {
    if (isBusy) return
    setBusy(true)
    setError(null)
    await onAct().catch(setError)
    setBusy(false)
  }
  return (
    <>
      <button
        type="button"
        className={`${controls.button} ${css.action}`}
        aria-disabled={isBusy}
        onClick={() => void handleClick()}
      >
        {children}
      </button>
      {error === null ? null : (
        <p className={forms.failure} role="alert">
          {errorText(error, speech)}
        </p>
      )}
    </>
  )
}
