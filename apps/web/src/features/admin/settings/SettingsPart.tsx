import { editServerSettings, type ServerSettings } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { Checkbox } from '#ui/Checkbox.tsx'

import { adminQueries } from '../admin.queries.ts'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { Loaded } from '../Loaded.tsx'
import { Failure, Section } from '../Section.tsx'
import { showAnswer } from '../show-answer.ts'
import { useAction } from '../use-action.ts'

/** Settings that administrators change while the server runs. */
export function SettingsPart({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const { settings, save } = useServerSettings(api)
  return (
    <Loaded query={settings}>
      {({ isRegistrationOpen, announcement }) => (
        <>
          <Section title={t('registration.title')}>
            <Registration isOpen={isRegistrationOpen} onChange={(isOpen) => save({ isRegistrationOpen: isOpen })} />
          </Section>
          <AnnouncementForm announcement={announcement} onSave={(text) => save({ announcement: text })} />
        </>
      )}
    </Loaded>
  )
}

/** The choice whether visitors can register. */
export function RegistrationSwitch({ api }: { api: Api }) {
  const { settings, save } = useServerSettings(api)
  return (
    <Loaded query={settings}>
      {({ isRegistrationOpen }) => (
        <Registration isOpen={isRegistrationOpen} onChange={(isOpen) => save({ isRegistrationOpen: isOpen })} />
      )}
    </Loaded>
  )
}

function useServerSettings(api: Api) {
  const queryClient = useQueryClient()
  const settings = useQuery(adminQueries.settings(api))

  async function save(change: Partial<ServerSettings>): Promise<void> {
    showAnswer(queryClient, adminQueries.settings(api).queryKey, await api(editServerSettings, { body: change }))
  }
  return { settings, save }
}

function Registration({ isOpen, onChange }: { isOpen: boolean; onChange: (isOpen: boolean) => Promise<void> }) {
  const { t } = useTranslation('admin')
  const { act, isBusy, failure } = useAction()
  return (
    <>
      <Checkbox
        label={t('registration.label')}
        hint={isOpen ? t('registration.open') : t('registration.closed')}
        isOn={isOpen}
        aria-disabled={isBusy}
        onChange={(wanted) => act(() => onChange(wanted))}
      />
      <Failure text={failure} />
    </>
  )
}
