import { editUser, resetUserPassword, type AccountGroup, type AdminUser } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useSession } from '#features/accounts/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { focusNow } from '#lib/browser/focus.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'

import { ADMIN } from '../admin.queries.ts'
import { NewPassword } from './NewPassword.tsx'
import { Failure } from '../Section.tsx'
import section from '../Section.module.css'
import { useAction } from '../use-action.ts'
import css from './UserCard.module.css'

const roles = ['administrator', 'editor', 'user'] as const
const makes = { administrator: 'makeAdmin', editor: 'makeEditor', user: 'makeMember' } as const

/** Actions that require confirmation. */
type Question = (typeof makes)[Role] | 'disable' | 'reset'
type Role = Exclude<AccountGroup, 'guest'>
type Change = { group?: Role; isDisabled?: boolean }
type Props = { api: Api; user: AdminUser; isOwn: boolean; onClose: () => void }

/**
 * An administrator's actions on an account. Not on the own one's role or access, nor its password, which is changed in
 * the settings.
 */
export function UserCard({ api, user: opened, isOwn, onClose }: Props) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const { act, isBusy, failure } = useAction()
  const [user, setUser] = useState(opened)
  const [question, setQuestion] = useState<Question | null>(null)
  const [password, setPassword] = useState<string | null>(null)
  const [done, setDone] = useState('')
  const { name } = user
  const role = user.group === 'guest' ? 'user' : user.group

  const refresh = () => queryClient.invalidateQueries({ queryKey: ADMIN })

  const change = (what: Change, told: string) =>
    act(async () => {
      setDone('')
      setQuestion(null)
      setUser(await api(editUser, { params: { id: user.id }, body: what }))
      setDone(told)
      if (isOwn && what.group !== undefined) {
        const { user: me } = useSession.getState()
        if (me) useSession.setState({ user: { ...me, group: what.group } })
      }
      await refresh()
    })
  const reset = () =>
    act(async () => {
      setDone('')
      setQuestion(null)
      setPassword((await api(resetUserPassword, { params: { id: user.id } })).password)
      await refresh()
    })
  const answers: Record<Question, () => void> = {
    makeAdmin: () => change({ group: 'administrator' }, t('user.done.makeAdmin', { name })),
    makeEditor: () => change({ group: 'editor' }, t('user.done.makeEditor', { name })),
    makeMember: () => change({ group: 'user' }, t('user.done.makeMember', { name })),
    disable: () => change({ isDisabled: true }, t('user.done.disable', { name })),
    reset,
  }

  return (
    <Dialog title={password === null ? name : t('user.password.title')} onClose={onClose}>
      <p role="status" className={done === '' ? controls.hidden : css.done}>
        {done}
      </p>
      <Failure text={failure} />
      {password !== null ? (
        <NewPassword name={name} password={password} />
      ) : question === null ? (
        <ul className={css.actions}>
          <li className={css.action}>
            <p className={section.hint}>{t(`user.is.${role}`)}</p>
            <div className={css.roles}>
              {roles
                .filter((other) => other !== role)
                .map((other, index) => (
                  <button
                    key={other}
                    type="button"
                    className={controls.button}
                    ref={index === 0 ? focusNow : undefined}
                    data-first={index === 0 ? '' : undefined}
                    aria-disabled={isBusy}
                    onClick={() => setQuestion(makes[other])}
                  >
                    {t(`user.${makes[other]}`)}
                  </button>
                ))}
            </div>
          </li>
          {isOwn ? (
            <li className={section.hint}>
              {t('user.own')}{' '}
              <a className={css.link} href="/settings#account">
                {t('user.ownSettings')}
              </a>
            </li>
          ) : (
            <>
              <li className={css.action}>
                <p className={section.hint}>{user.isDisabled ? t('user.isDisabled') : t('user.isEnabled')}</p>
                <button
                  type="button"
                  className={user.isDisabled ? controls.button : `${controls.button} ${forms.danger}`}
                  aria-disabled={isBusy}
                  onClick={() =>
                    user.isDisabled
                      ? change({ isDisabled: false }, t('user.done.enable', { name }))
                      : setQuestion('disable')
                  }
                >
                  {user.isDisabled ? t('user.enable') : t('user.disable')}
                </button>
              </li>
              <li className={css.action}>
                <p className={section.hint}>{t('user.resetText')}</p>
                <button
                  type="button"
                  className={controls.button}
                  aria-disabled={isBusy}
                  onClick={() => setQuestion('reset')}
                >
                  {t('user.reset')}
                </button>
              </li>
            </>
          )}
        </ul>
      ) : (
        <div className={css.question} role="group" aria-labelledby="user-question">
          <p id="user-question">
            {isOwn && (question === 'makeMember' || question === 'makeEditor')
              ? t('user.questions.ownMakeMember')
              : t(`user.questions.${question}`, { name })}
          </p>
          <div className={css.answers}>
            <button ref={focusNow} type="button" className={controls.button} onClick={() => setQuestion(null)}>
              {t('cancel')}
            </button>
            <button type="button" className={controls.primary} onClick={answers[question]}>
              {t(`user.answers.${question}`)}
            </button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
