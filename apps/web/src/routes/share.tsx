import { MAX_KEYWORD_LENGTH } from '@otodana/contract'
import { findWorkCode } from '@otodana/work-code'
import { createFileRoute, redirect } from '@tanstack/react-router'

import { below } from '#lib/base-path.ts'

/** Where other apps share to: a text with a work's code leads to the work, any other is searched. */
export const Route = createFileRoute('/share')({
  beforeLoad: ({ search }) => {
    const shared = ['url', 'text', 'title']
      .map((name) => (search as Record<string, unknown>)[name])
      .filter((value) => typeof value === 'string' || typeof value === 'number')
      .map(String)
    const code = shared.map(findWorkCode).find((found) => found !== null)
    if (code) throw redirect({ href: below(`/work/${code.code}`), replace: true })
    // An address without a code says nothing about a work.
    const words = shared.map((text) => text.replaceAll(/https?:\/\/\S+/g, ' ').trim()).find((text) => text !== '')
    const keyword = words?.replaceAll(/\s+/g, ' ').slice(0, MAX_KEYWORD_LENGTH)
    throw redirect({ to: '/works', search: { ...(keyword && { keyword }) }, replace: true })
  },
})
