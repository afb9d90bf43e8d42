import { weaknessMessages } from '@otodana/contract'
import { expect, test } from 'vitest'

import texts from '#i18n/en/accounts.json' with { type: 'json' }

import {
  changeProblems,
  fieldOf,
  loginProblems,
  newPasswordProblems,
  registrationProblems,
  rejectionOf,
} from './problems.ts'

test('ATH-01 a new account has a name and a password of five characters at least, and repeats the password', () => {
  const good = { name: 'akari', password: 'x7#fq', repeat: 'x7#fq' }
  expect(registrationProblems(good)).toEqual({})
  expect(registrationProblems({ ...good, name: 'abcd' })).toEqual({ name: 'nameShort' })
  // Surrounding spaces are trimmed.
  expect(registrationProblems({ ...good, name: ' abc ' })).toEqual({ name: 'nameShort' })
  expect(registrationProblems({ ...good, name: 'a'.repeat(51) })).toEqual({ name: 'nameLong' })
  expect(registrationProblems({ ...good, password: '1234', repeat: '1234' })).toEqual({ password: 'passwordShort' })
  expect(registrationProblems({ ...good, repeat: '12346' })).toEqual({ repeat: 'repeatDiffers' })
  expect(registrationProblems({})).toEqual({ name: 'nameShort', password: 'passwordShort' })
})

test('ATH-01 a login is checked for being filled in, and left to the server otherwise', () => {
  expect(loginProblems({ name: 'abc', password: '1' })).toEqual({})
  expect(loginProblems({ name: ' ', password: '' })).toEqual({ name: 'nameMissing', password: 'passwordMissing' })
})

test('SET-02 a change of the password wants the old one, and the new one twice', () => {
  expect(changeProblems({ oldPassword: 'old', password: 'newer', repeat: 'newer' }, 'akari')).toEqual({})
  expect(changeProblems({ oldPassword: '', password: 'newer', repeat: 'other' }, 'akari')).toEqual({
    oldPassword: 'passwordMissing',
    repeat: 'repeatDiffers',
  })
  expect(newPasswordProblems({ password: 'a'.repeat(201), repeat: 'a'.repeat(201) }, 'akari')).toEqual({
    password: 'passwordLong',
  })
})

test('ATH-12 the name of the account and the commonest passwords are no new password', () => {
  const twice = (password: string) => ({ password, repeat: password })
  expect(registrationProblems({ name: 'akari', ...twice('Akari') })).toEqual({ password: 'passwordIsName' })
  expect(newPasswordProblems(twice('qwerty'), 'akari')).toEqual({ password: 'passwordIsCommon' })
  expect(changeProblems({ oldPassword: 'aaaaa', ...twice('akari') }, 'akari')).toEqual({ password: 'passwordIsName' })
})

test('RUN-13 a name that the server rejects is a problem of its field', () => {
  expect(rejectionOf('name: Must not contain invisible characters')).toEqual({ name: 'nameInvalid' })
  expect(fieldOf('auth.nameTaken')).toBe('name')
  expect([rejectionOf('auth.nameTaken'), rejectionOf()]).toEqual([{}, {}])
  expect([fieldOf('server.failed'), fieldOf(undefined)]).toEqual([undefined, undefined])
})

test('ATH-12 a password that only the server rejects is a problem of its field, in the same words', () => {
  expect(rejectionOf(`password: ${weaknessMessages.isCommon}`)).toEqual({ password: 'passwordIsCommon' })
  expect(rejectionOf(`newPassword: ${weaknessMessages.isName}`)).toEqual({ password: 'passwordIsName' })
  expect(rejectionOf('newPassword: Must be 5 to 200 characters')).toEqual({})
  expect([texts.problem.passwordIsName, texts.problem.passwordIsCommon]).toEqual([
    weaknessMessages.isName,
    weaknessMessages.isCommon,
  ])
})
