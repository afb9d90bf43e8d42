import type { ReactNode } from 'react'

import forms from '#ui/forms.module.css'

import type { useForm } from './use-form.ts'

type Props = Pick<ReturnType<typeof useForm>, 'failure' | 'handlers'> & {
  className?: string | undefined
  /** The account's name for password managers, if there is no name field. */
  owner?: string
  children: ReactNode
}

/** A form of `useForm`, with its general error above the fields. */
export function AccountForm({ failure, handlers, className = '', owner, children }: Props) {
  return (
    <form className={`${forms.form} ${className}`} method="post" noValidate {...handlers}>
      {failure === null ? null : (
        <p className={forms.failure} role="alert">
          {failure}
        </p>
      )}
      {owner === undefined ? null : (
        <input type="text" name="username" autoComplete="username" defaultValue={owner} readOnly hidden />
      )}
      {children}
    </form>
  )
}
