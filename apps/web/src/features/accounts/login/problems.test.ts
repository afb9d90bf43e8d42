import { expect, test } from 'vitest'

import {
  changeProblems,
  fieldOf,
  isNameRejected,
  loginProblems,
  newPasswordProblems,
  registrationProblems,
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
  const key = 'name: Must not contain invisible characters'
  expect([fieldOf(key), isNameRejected(key)]).toEqual(['name', true])
  expect([fieldOf('auth.nameTaken'), isNameRejected('auth.nameTaken')]).toEqual(['name', false])
  expect([fieldOf('server.failed'), fieldOf(undefined)]).toEqual([undefined, undefined])
})
