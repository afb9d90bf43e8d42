import { createFileRoute, useHydrated } from '@tanstack/react-router'

import { AccountSettings, useSession } from '#features/accounts/index.ts'
import { EndpointChoice } from '#features/health/index.ts'
import { ProgressChoice } from '#features/history/index.ts'
import { LocalSubtitleSettings } from '#features/local-subtitles/index.ts'
import { UnsentSetting } from '#features/outbox/index.ts'
import { DefaultMarkTarget, MarkTarget } from '#features/playlists/index.ts'
import { ListeningChoice } from '#features/recommender/index.ts'
import { SettingsPending, SettingsScreen } from '#features/settings/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'
import { GlobalFilterEditor } from '#features/works/index.ts'

export const Route = createFileRoute('/settings')({
  head: ({ match }) => {
    const t = match.context.i18n.current.texts('shell')
    return {
      meta: [{ title: t('titleOnSite', { title: t('settings') }) }, { name: 'robots', content: 'noindex' }],
    }
  },
  errorComponent: ErrorScreen,
  component: Settings,
})

function Settings() {
  const { api } = Route.useRouteContext()
  // Also while the user is unknown.
  const hasAccount = useSession(({ token, user }) => token !== null && user?.group !== 'guest')
  // Settings are only known in the browser.
  return useHydrated() ? (
    <SettingsScreen
      account={
        <AccountSettings>
          <UnsentSetting />
          <DefaultMarkTarget />
        </AccountSettings>
      }
      hasAccount={hasAccount}
      globalFilter={<GlobalFilterEditor api={api} />}
      markTarget={<MarkTarget />}
      listening={
        <>
          <ListeningChoice />
          <ProgressChoice />
        </>
      }
      endpoint={<EndpointChoice isRow />}
      localSubtitles={<LocalSubtitleSettings />}
    />
  ) : (
    <SettingsPending />
  )
}
