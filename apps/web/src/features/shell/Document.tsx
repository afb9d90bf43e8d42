import { HeadContent, Scripts, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { directionOf } from '#i18n/locale.ts'
import { useLocale } from '#i18n/use-translation.ts'

import { sessionScript } from '#features/accounts/index.ts'
import { ENDPOINTS_META } from '#features/health/index.ts'
import { begunScript } from '#features/history/index.ts'
import { miniAppScript } from '#features/recommender/index.ts'
import { settingsScript, useSubtitleMarks } from '#features/settings/index.ts'
import { listChoiceScript } from '#features/works/index.ts'
import { earlyTapScript } from '#lib/head-scripts/early-tap.ts'
import { followLostCovers } from '#lib/head-scripts/lost-covers.ts'

import { oldIosScript } from './old-ios/old-ios.ts'

/** Only run by the server's page, so it is not in the browser's bundle. */
const headScript = () =>
  import.meta.env.SSR
    ? `${settingsScript()};${listChoiceScript()};${sessionScript()};${begunScript()};${miniAppScript()};${earlyTapScript};${oldIosScript()};(${followLostCovers.toString()})()`
    : ''

/** The whole document. Extensions and the head script change the root element before React hydrates it. */
export function Document({ children }: { children: ReactNode }) {
  const locale = useLocale()
  const { ssr, context } = useRouter().options
  const nonce = ssr?.nonce
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      data-subtitles={useSubtitleMarks() ? '' : undefined}
      suppressHydrationWarning
    >
      <head>
        {/* oxlint-disable-next-line react/no-danger -- our own constants, which must run before the first paint */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript() }} />
        {/* Not in the routes' heads, which keep one of each name. */}
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c0e15" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f3ee" />
        {/* Read first, because calls depend on it. */}
        <meta name={ENDPOINTS_META} content={JSON.stringify(context.endpoints)} />
        <HeadContent />
      </head>
      <body suppressHydrationWarning>
        {children}
        <Scripts />
      </body>
    </html>
  )
}
