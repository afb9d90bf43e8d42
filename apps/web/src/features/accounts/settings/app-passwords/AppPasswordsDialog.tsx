import '#i18n/on-demand/app-password-texts.ts'

import { type AppPassword, createAppPassword, listAppPasswords, revokeAppPassword, type User } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { langOfText } from '#i18n/lang-of.ts'
import { errorText } from '#i18n/use-error-text.ts'
import { useLocale, useSpeech, useTranslation } from '#i18n/use-translation.ts'
import { formatDate, formatDateAndTime } from '#lib/format/format-date.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import { focusNeighbour } from '#ui/focus-after-removal.ts'
import forms from '#ui/forms.module.css'
import { SecretField } from '#ui/SecretField.tsx'
import skeleton from '#ui/Skeleton.module.css'
import { WithName } from '#ui/WithName.tsx'

import css from './AppPasswords.module.css'
import { AppServer } from './AppServer.tsx'
import { NewAppPassword } from './NewAppPassword.tsx'

type Made = { secret: string; name: string }

/** The passwords of the member’s apps, and a form for a new one. */
export default function AppPasswordsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('app-passwords')
  const speech = useSpeech()
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [made, setMade] = useState<Made | null>(null)
  const queryKey = ['app-passwords', user.id]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(listAppPasswords, {}, { signal }),
    staleTime: 0,
  })
  const show = (appPasswords: AppPassword[]) => queryClient.setQueryData(queryKey, { appPasswords })

  async function create(name: string, password: string) {
    const { secret, appPassword } = await api(createAppPassword, { body: { name, password } })
    show([appPassword, ...(data?.appPasswords ?? [])])
    setMade({ secret, name: appPassword.name })
  }
  async function revoke(id: number) {
    show((await api(revokeAppPassword, { params: { id: String(id) } })).appPasswords)
    setMade(null)
  }

  return (
    <Dialog title={t('title')} onClose={onClose}>
      <p className={forms.hint}>{t('text')}</p>
      {made === null ? (
        <NewAppPassword user={user} onCreate={create} />
      ) : (
        <div className={forms.form}>
          <p>
            <WithName text={(name) => t('made', { name })} name={made.name} />
          </p>
          <SecretField
            value={made.secret}
            label={t('secret')}
            texts={{ copy: t('copy'), once: t('once'), copied: t('copied'), byHand: t('byHand') }}
          />
          <AppServer user={user} />
          <button type="button" className={controls.button} onClick={() => setMade(null)}>
            {t('another')}
          </button>
        </div>
      )}
      <h3 className={css.heading}>{t('list')}</h3>
      {error ? (
        <div className={forms.form}>
          <p className={forms.failure} role="alert">
            {errorText(error, speech)}
          </p>
          <button type="button" className={controls.button} onClick={() => void refetch()}>
            {t('again')}
          </button>
        </div>
      ) : !data ? (
        <div className={`${skeleton.skeleton} ${css.pending}`} />
      ) : data.appPasswords.length === 0 ? (
        <p className={forms.hint}>{t('none')}</p>
      ) : (
        <ul className={css.list}>
          {data.appPasswords.map((appPassword) => (
            <Row key={appPassword.id} appPassword={appPassword} onRevoke={() => revoke(appPassword.id)} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

type RowProps = { appPassword: AppPassword; onRevoke: () => Promise<void> }

/** Asks once more before the app is logged out. */
function Row({ appPassword: { id, name, createdAt, lastUsedAt, lastUsedBy }, onRevoke }: RowProps) {
  const { t } = useTranslation('app-passwords')
  const speech = useSpeech()
  const locale = useLocale()
  const [isSure, setSure] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function handleRevoke(button: HTMLElement) {
    if (!isSure) return setSure(true)
    setFailure(null)
    try {
      focusNeighbour(button)
      await onRevoke()
    } catch (error) {
      setSure(false)
      setFailure(error)
    }
  }
  const at = lastUsedAt === null ? '' : formatDateAndTime(lastUsedAt, locale)
  const used =
    lastUsedAt === null ? t('unused') : lastUsedBy === null ? t('used', { at }) : t('usedBy', { at, app: lastUsedBy })
  return (
    <li className={css.row}>
      <div className={css.text}>
        <span className={css.name} lang={langOfText(name)}>
          {name}
        </span>
        <span className={forms.hint}>{t('created', { at: formatDate(createdAt, locale) })}</span>
        <span className={forms.hint}>{used}</span>
        {failure === null ? null : (
          <p className={forms.problem} role="alert">
            {errorText(failure, speech)}
          </p>
        )}
      </div>
      <button
        type="button"
        data-remove={id}
        className={`${controls.button} ${isSure ? forms.destroy : forms.danger}`}
        aria-label={isSure ? t('revokeNamed', { name }) : t('revokeOf', { name })}
        onClick={({ currentTarget }) => void handleRevoke(currentTarget)}
        onBlur={() => setSure(false)}
      >
        {isSure ? t('sure') : t('revoke')}
      </button>
    </li>
  )
}
