import { expect, test } from 'vitest'

import { MAX_BODY_BYTES, parsePropfind } from './propfind.ts'

const ask = (inner: string, more = '') =>
  `<?xml version="1.0" encoding="utf-8"?>\n<D:propfind xmlns:D="DAV:"${more}>${inner}</D:propfind>`

test('DAV-06 a body asks for properties, all of them or their names; an empty one for all', () => {
  expect(parsePropfind('')).toEqual({ kind: 'allprop' })
  expect(parsePropfind(' \n')).toEqual({ kind: 'allprop' })
  expect(parsePropfind(ask('<D:allprop/>'))).toEqual({ kind: 'allprop' })
  expect(parsePropfind(ask('<D:allprop/><D:include><D:x/></D:include>'))).toEqual({ kind: 'allprop' })
  expect(parsePropfind(ask('<D:propname />'))).toEqual({ kind: 'propname' })
  expect(parsePropfind('<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>')).toEqual({
    kind: 'prop',
    properties: [{ namespace: 'DAV:', name: 'getetag' }],
  })
})

test('DAV-06 names are read with their namespaces, wherever these are declared', () => {
  const body = ask(
    `<!-- what we want --><D:prop>
       <D:getetag></D:getetag><o:checksums/><N xmlns='urn:&amp;&#x6c;'/><plain/>
     </D:prop>`,
    ' xmlns:o = "http://owncloud.org/ns"',
  )
  expect(parsePropfind(body)).toEqual({
    kind: 'prop',
    properties: [
      { namespace: 'DAV:', name: 'getetag' },
      { namespace: 'http://owncloud.org/ns', name: 'checksums' },
      { namespace: 'urn:&l', name: 'N' },
      { namespace: '', name: 'plain' },
    ],
  })
})

const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'

test.each([
  ['a document type', `${entities}<propfind xmlns="DAV:"><allprop/></propfind>`],
  ['an external entity', `<!DOCTYPE x SYSTEM "file:///etc/passwd"><propfind xmlns="DAV:"><allprop/></propfind>`],
  ['an entity that is declared nowhere', ask('<D:prop>&b;</D:prop>')],
  ['an element that is not closed', ask('<D:prop>')],
  ['an element that another one closes', ask('<D:prop><D:a></D:b></D:prop>')],
  ['a tag that is cut off', '<propfind xmlns="DAV:"'],
  ['a prefix without a namespace', ask('<D:prop><x:a/></D:prop>')],
  ['two roots', '<propfind xmlns="DAV:"/><propfind xmlns="DAV:"/>'],
  ['text outside of the root', `x${ask('<D:allprop/>').slice(38)}`],
  ['an attribute without quotes', '<propfind xmlns=DAV:><allprop/></propfind>'],
  ['an attribute given twice', '<propfind xmlns="DAV:" xmlns="DAV:"><allprop/></propfind>'],
  ['a processing instruction', ask('<?php x?><D:allprop/>')],
  ['another root', '<D:propertyupdate xmlns:D="DAV:"/>'],
  ['a root of another namespace', '<propfind><allprop/></propfind>'],
  ['no question', ask('')],
  ['two questions', ask('<D:allprop/><D:propname/>')],
  ['a control character', ask('<D:allprop/>\u0001')],
  ['a reference to a control character', '<propfind xmlns="DAV:" a="&#0;"><x xmlns="&#1;"/></propfind>'],
  ['too many properties', ask(`<D:prop>${'<D:a/>'.repeat(51)}</D:prop>`)],
  ['elements in elements', ask(`<D:prop>${'<a>'.repeat(20)}${'</a>'.repeat(20)}</D:prop>`)],
  ['JSON', '{"prop":"getetag"}'],
])('DAV-07 %s is refused', (_, body) => {
  expect(parsePropfind(body)).toBeNull()
})

test('DAV-07 the longest body is read quickly, however it is built', () => {
  const cost = (body: string) => {
    const before = process.threadCpuUsage()
    parsePropfind(body)
    return process.threadCpuUsage(before).user
  }
  for (const unit of ['<a ', ' ', ' a="', '<a>', '&', '&amp;', '<!--', '<![CDATA[', 'a:', ' a="b"']) {
    const long = unit.repeat(MAX_BODY_BYTES / unit.length)
    // Half a second of the processor, of which it needs a hundredth.
    expect([unit, cost(long) < 500_000, cost(`<a${long}`) < 500_000]).toEqual([unit, true, true])
  }
})
