import { describe, expect, test } from 'vitest'

import { domainOf, foldAddress } from './address.ts'

describe('ATH-05 a mail address', () => {
  test.each([
    ['Me@Plain.Example', 'me@plain.example'],
    ['me+otodana@plain.example.', 'me+otodana@plain.example'],
    ['私@例え.テスト', '私@xn--r8jz45g.xn--zckzah'],
    ['me@xn--r8jz45g.xn--zckzah', 'me@xn--r8jz45g.xn--zckzah'],
    ['me@STRAßE.example', 'me@xn--strae-oqa.example'],
    ['e\u0301@plain.example', '\u00e9@plain.example'],
  ])('%s is stored as %s', (text, folded) => expect(foldAddress(text)).toBe(folded))

  test.each([
    '',
    'me',
    '@plain.example',
    'me@',
    'me@localhost',
    'me@[127.0.0.1]',
    '"me"@plain.example',
    'a b@plain.example',
    'me@evil.example@plain.example',
    'me@ｐｌａｉｎ.example',
    'me@pl\u00adain.example',
    'me@plain。example',
    'me@pl%61in.example',
    'me@127.1',
    'me\u0000@plain.example',
    `${'m'.repeat(65)}@plain.example`,
    `me@${'a.'.repeat(130)}example`,
  ])('%j is rejected', (text) => expect(foldAddress(text)).toBeNull())

  test('has a domain after its @', () => expect(domainOf('me@plain.example')).toBe('plain.example'))
})
