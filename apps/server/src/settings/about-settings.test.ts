import { describe, expect, test } from 'vitest'

import { readConfig } from '#config.ts'

const about = (env: Record<string, string>) => readConfig(env).about
const contact = { ABOUT_CONTACT: 'keeper@shelf.example' }

describe('NAV-12 what the operator says of the site', () => {
  test('is nothing until it is set', () => {
    expect(about({})).toEqual({ contact: [], bugBounty: null, mirrors: [] })
  })

  test('names contacts one a line or separated by commas, each once', () => {
    const text = 'keeper@shelf.example, https://shelf.example/contact\n @keeper@social.example,keeper@shelf.example'
    expect(about({ ABOUT_CONTACT: text }).contact).toEqual([
      'keeper@shelf.example',
      'https://shelf.example/contact',
      '@keeper@social.example',
    ])
  })

  test.each([
    ['2000', { amount: 2000, currency: 'USD' }],
    ['2,000', { amount: 2000, currency: 'USD' }],
    [' 2000 EUR ', { amount: 2000, currency: 'EUR' }],
    ['200000 JPY', { amount: 200_000, currency: 'JPY' }],
    ['Up to 2000 USD, and our thanks', { text: 'Up to 2000 USD, and our thanks' }],
    ['2000 usd', { text: '2000 usd' }],
    ['One line\nand another', { text: 'One line\nand another' }],
  ])('offers %j as %j', (text, bugBounty) => {
    expect(about({ ...contact, ABOUT_BUG_BOUNTY: text }).bugBounty).toEqual(bugBounty)
  })

  test('has mirrors as browsers write them, each once', () => {
    const text = 'https://One.example/ http://two.example:8080/shelf/,https://one.example'
    expect(about({ MIRRORS: text }).mirrors).toEqual(['https://one.example', 'http://two.example:8080/shelf'])
  })

  test.each([
    ['ABOUT_CONTACT', { ABOUT_CONTACT: 'x'.repeat(201) }],
    ['ABOUT_CONTACT', { ABOUT_CONTACT: Array.from({ length: 11 }, (_, at) => `a${at}@b.example`).join() }],
    ['ABOUT_CONTACT', { ABOUT_CONTACT: 'a\u0007b' }],
    ['ABOUT_CONTACT', { ABOUT_BUG_BOUNTY: '2000' }],
    ['ABOUT_BUG_BOUNTY', { ...contact, ABOUT_BUG_BOUNTY: '0' }],
    ['ABOUT_BUG_BOUNTY', { ...contact, ABOUT_BUG_BOUNTY: '1000001 USD' }],
    ['ABOUT_BUG_BOUNTY', { ABOUT_BUG_BOUNTY: 'x'.repeat(1_001) }],
    ['MIRRORS', { MIRRORS: 'mirror.example' }],
    ['MIRRORS', { MIRRORS: 'https://a.example javascript:alert(1)' }],
    ['MIRRORS', { MIRRORS: 'https://name:secret@a.example' }],
    ['MIRRORS', { MIRRORS: Array.from({ length: 21 }, (_, at) => `https://m${at}.example`).join(' ') }],
  ])('%s is refused by its name: %j', (name, env) => {
    expect(() => readConfig(env)).toThrow(new RegExp(`^  ${name}: must be`, 'm'))
  })
})
