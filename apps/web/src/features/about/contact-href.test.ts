import { expect, test } from 'vitest'

import { contactHref, hostOf } from './contact-href.ts'

test.each([
  ['keeper@shelf.example', 'mailto:keeper@shelf.example'],
  ['https://shelf.example/contact', 'https://shelf.example/contact'],
  ['@keeper@social.example', null],
  ['Write to Akari', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x@y.z', null],
  ['a@b.example?bcc=c@d.example', null],
])('NAV-12 %s leads to %s', (contact, href) => expect(contactHref(contact)).toBe(href))

test('NAV-12 a mirror is shown by its name', () =>
  expect(hostOf('https://two.example/shelf')).toBe('two.example/shelf'))
