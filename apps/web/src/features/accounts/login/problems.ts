import {
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  type ErrorCode,
  weaknessMessages,
  weaknessOf,
} from '@otodana/contract'

/** A field's problem: a key of the texts' `problem`. */
export type Problem =
  | 'nameMissing'
  | 'nameShort'
  | 'nameLong'
  | 'nameInvalid'
  | 'passwordMissing'
  | 'passwordShort'
  | 'passwordLong'
  | 'passwordIsName'
  | 'passwordIsCommon'
  | 'repeatDiffers'
  | 'codeMissing'

export type Field = 'name' | 'oldPassword' | 'password' | 'repeat' | 'setupCode'
export type Filled = Partial<Record<Field, string>>
export type Problems = Partial<Record<Field, Problem>>

export const weaknessProblems = { isName: 'passwordIsName', isCommon: 'passwordIsCommon' } as const

/** Returns the number in a problem's text. */
export function limitOf(problem: Problem): number {
  if (problem === 'nameShort') return MIN_NAME_LENGTH
  if (problem === 'nameLong') return MAX_NAME_LENGTH
  return problem === 'passwordLong' ? MAX_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH
}

/** Checks a login before it is sent, for what cannot be correct. */
export function loginProblems({ name = '', password = '' }: Filled): Problems {
  return { ...knownNameProblems({ name }), ...(password === '' ? { password: 'passwordMissing' } : {}) }
}

/** Checks the registration of the first account. */
export function founderProblems({ setupCode, ...filled }: Filled): Problems {
  // Only asked for from another machine.
  return { ...(setupCode?.trim() === '' ? { setupCode: 'codeMissing' } : {}), ...registrationProblems(filled) }
}

/** Checks a form with only the name. */
export function knownNameProblems({ name = '' }: Filled): Problems {
  return name.trim() === '' ? { name: 'nameMissing' } : {}
}

/** Checks a registration. */
export function registrationProblems({ name = '', ...passwords }: Filled): Problems {
  const { length } = name.trim()
  return {
    ...(length < MIN_NAME_LENGTH ? { name: 'nameShort' } : length > MAX_NAME_LENGTH ? { name: 'nameLong' } : {}),
    ...newPasswordProblems(passwords, name),
  }
}

/**
 * Checks a new password and its repetition.
 *
 * @param name  of the account
 */
export function newPasswordProblems({ password = '', repeat = '' }: Filled, name: string): Problems {
  if (password.length < MIN_PASSWORD_LENGTH) return { password: 'passwordShort' }
  if (password.length > MAX_PASSWORD_LENGTH) return { password: 'passwordLong' }
  const weakness = weaknessOf(password, name)
  if (weakness !== null) return { password: weaknessProblems[weakness] }
  return repeat === password ? {} : { repeat: 'repeatDiffers' }
}

/** Checks a change of the password. */
export function changeProblems({ oldPassword = '', ...passwords }: Filled, name: string): Problems {
  return { ...knownPasswordProblems({ oldPassword }), ...newPasswordProblems(passwords, name) }
}

/** Checks a form with only the present password. */
export function knownPasswordProblems({ oldPassword = '' }: Filled): Problems {
  return oldPassword === '' ? { oldPassword: 'passwordMissing' } : {}
}

const fields: Partial<Record<ErrorCode, Field>> = {
  'auth.nameTaken': 'name',
  'auth.setupCodeNeeded': 'setupCode',
  'auth.setupCodeWrong': 'setupCode',
  'auth.nameMistakable': 'name',
  'auth.wrongPassword': 'oldPassword',
}

/** Returns the field that an error is about, if any. */
export function fieldOf(key: string | undefined): Field | undefined {
  return fields[key as ErrorCode]
}

/**
 * Returns the problem of a field that only the server found: a name with hidden characters, or a password that is weak by
 * the rules of a newer version.
 */
export function rejectionOf(key = ''): Problems {
  if (key.startsWith('name: ')) return { name: 'nameInvalid' }
  const [, message] = /^(?:password|newPassword): (.*)$/.exec(key) ?? []
  if (message === weaknessMessages.isName) return { password: weaknessProblems.isName }
  return message === weaknessMessages.isCommon ? { password: weaknessProblems.isCommon } : {}
}
