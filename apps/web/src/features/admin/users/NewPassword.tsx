import { useTranslation } from '#i18n/use-translation.ts'
import { SecretField } from '#ui/SecretField.tsx'

/** A password shown once, for copying. */
export function NewPassword({ name, password }: { name: string; password: string }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <p>{t('user.password.text', { name })}</p>
      <SecretField
        value={password}
        label={t('user.password.label')}
        texts={{
          copy: t('user.password.copy'),
          once: t('user.password.once'),
          copied: t('user.password.copied'),
          byHand: t('user.password.byHand'),
        }}
      />
    </>
  )
}
