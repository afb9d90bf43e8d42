import { unlinkEmail, type User } from '@otodana/contract'
import { useRouter } from '@tanstack/react-router'

import { useTranslation } from '#i18n/use-translation.ts'
import { notifyTabs } from '#lib/browser/tabs.ts'
import controls from '#ui/controls.module.css'

import { OwnPasswordForm } from '../settings/OwnPasswordForm.tsx'
import { useSession } from '../session/session.store.ts'

/** Explains the consequences, and asks for the password. */
export function UnlinkEmail({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('accounts')
  const { api } = useRouter().options.context

  async function unlink(password: string) {
    const { user: result } = await api(unlinkEmail, { body: { password } })
    useSession.setState({ user: result, notice: { kind: 'done', done: 'emailUnlinked' } })
    notifyTabs()
    onClose()
  }
  return (
    <OwnPasswordForm
      name={user.name}
      text={t('unlinkEmail.lost', { email: user.email ?? '' })}
      submit={t('unlinkEmail.submit')}
      onPassword={unlink}
    >
      <button type="button" className={controls.button} onClick={onClose}>
        {t('unlinkEmail.cancel')}
      </button>
    </OwnPasswordForm>
  )
}
