import { editServerSettings, type ServerSettings } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { Checkbox } from '#ui/Checkbox.tsx'

import { adminQueries } from '../admin.queries.ts'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { Loaded } from '../Loaded.tsx'
import { Failure, Section } from '../Section.tsx'
import { useAction } from '../use-action.ts'

/** Settings that administrators change while the server runs. */
export function SettingsPart({ api }: { api: Api }) {
  const queryClient = useQueryClient()
  const settings = useQuery(adminQueries.settings(api))

  async function save(change: Partial<ServerSettings>): Promise<void> {
    const { queryKey } = adminQueries.settings(api)
    queryClient.setQueryData(queryKey, await api(editServerSettings, { body: change }))
  }
  return (
    <Loaded query={settings}>
      {({ isRegistrationOpen, announcement }) => (
        <>
          <Registration isOpen={isRegistrationOpen} onChange={(isOpen) => save({ isRegistrationOpen: isOpen })} />
          <AnnouncementForm announcement={announcement} onSave={(text) => save({ announcement: text })} />
        </>
      )}
    </Loaded>
  )
}

function Registration({ isOpen, onChange }: { isOpen: boolean; onChange: (isOpen: boolean) => Promise<void> }) {
  const { t } = useTranslation('admin')
  const { act, isBusy, failure } = useAction()
  return (
    <Section title={t('registration.title')}>
      <Checkbox
        label={t('registration.label')}
        hint={isOpen ? t('registration.open') : t('registration.closed')}
        isOn={isOpen}
        aria-disabled={isBusy}
        onChange={(wanted) => act(() => onChange(wanted))}
      />
      <Failure text={failure} />
    </Section>
  )
}
