import {
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  type ErrorCode,
  weaknessOf,
} from '@otodana/contract'

/** What is wrong with a field: a key of the texts' `problem`. */
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

export type Field = 'name' | 'oldPassword' | 'password' | 'repeat'
export type Filled = Partial<Record<Field, string>>
export type Problems = Partial<Record<Field, Problem>>

/** The number in a problem's text. */
export function limitOf(problem: Problem): number {
  if (problem === 'nameShort') return MIN_NAME_LENGTH
  if (problem === 'nameLong') return MAX_NAME_LENGTH
  return problem === 'passwordLong' ? MAX_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH
}

/** What is wrong with a login before it is sent: only what cannot be right. */
export function loginProblems({ name = '', password = '' }: Filled): Problems {
  return { ...knownNameProblems({ name }), ...(password === '' ? { password: 'passwordMissing' } : {}) }
}

/** What is wrong where only the name is asked for. */
export function knownNameProblems({ name = '' }: Filled): Problems {
  return name.trim() === '' ? { name: 'nameMissing' } : {}
}

/** What is wrong with a new account. */
export function registrationProblems({ name = '', ...passwords }: Filled): Problems {
  const { length } = name.trim()
  return {
    ...(length < MIN_NAME_LENGTH ? { name: 'nameShort' } : length > MAX_NAME_LENGTH ? { name: 'nameLong' } : {}),
    ...newPasswordProblems(passwords, name),
  }
}

/**
 * What is wrong with a new password and its repetition.
 *
 * @param name  whose it is
 */
export function newPasswordProblems({ password = '', repeat = '' }: Filled, name: string): Problems {
  if (password.length < MIN_PASSWORD_LENGTH) return { password: 'passwordShort' }
  if (password.length > MAX_PASSWORD_LENGTH) return { password: 'passwordLong' }
  const weakness = weaknessOf(password, name)
  if (weakness !== null) return { password: weakness === 'isName' ? 'passwordIsName' : 'passwordIsCommon' }
  return repeat === password ? {} : { repeat: 'repeatDiffers' }
}

/** What is wrong with a change of the password. */
export function changeProblems({ oldPassword = '', ...passwords }: Filled, name: string): Problems {
  return { ...knownPasswordProblems({ oldPassword }), ...newPasswordProblems(passwords, name) }
}

/** What is wrong where the present password is asked for. */
export function knownPasswordProblems({ oldPassword = '' }: Filled): Problems {
  return oldPassword === '' ? { oldPassword: 'passwordMissing' } : {}
}

const fields: Partial<Record<ErrorCode, Field>> = {
  'auth.nameTaken': 'name',
  'auth.nameMistakable': 'name',
  'auth.wrongPassword': 'oldPassword',
  // Of what was let through here, a name with hidden characters alone.
  'request.invalid': 'name',
}

/** The field that the server's answer is about, if it is about one. */
export function fieldOf(key: string | undefined): Field | undefined {
  return fields[key as ErrorCode]
}
