import '#i18n/on-demand/playlist-texts.ts'

import { setDefaultMarkTarget, getDefaultMarkTarget, type Playlist } from '@otodana/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { langOfText } from '#i18n/lang-of.ts'
import { isMember, useUser } from '#features/accounts/index.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { toast } from '#ui/toast.ts'
import { notifyTabs } from '#lib/browser/tabs.ts'
import { Field } from '#ui/Field.tsx'

import type { KnownPlaylist } from './known-playlists.ts'
import { chooseMarkTarget, useMarkTarget } from './mark-target.ts'
import { playlistName } from '../playlist-texts.ts'
import { playlistQueries } from '../playlists.queries.ts'

/** The target of this device's quick marks. Renders nothing without an account. */
export function MarkTarget() {
  const t = useSpeech().texts('playlists')
  const queryClient = useQueryClient()
  const { target } = useMarkTarget()
  const isOffered = isMember(useUser())
  return isOffered ? (
    <PlaylistSelect
      label={t('settings.target.label')}
      text={t('settings.target.text')}
      chosen={target}
      onChoose={(playlist) => {
        chooseMarkTarget({ queryClient }, playlist)
        toast(t('settings.saved', { name: playlistName(playlist, t) }))
      }}
    />
  ) : null
}

const defaultQuery = (api: Api) =>
  queryOptions({
    queryKey: ['defaultMarkTarget'],
    queryFn: ({ signal }) => api(getDefaultMarkTarget, {}, { signal }),
    meta: { isPersonal: true, needsAccount: true },
  })

/** The target on devices that have not chosen one. Renders nothing without an account. */
export function DefaultMarkTarget() {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const isOffered = isMember(useUser())
  const { data: chosen } = useQuery({ ...defaultQuery(api), enabled: isOffered })

  async function handleChoose(playlist: Playlist) {
    const { queryKey } = defaultQuery(api)
    queryClient.setQueryData(queryKey, playlist)
    try {
      await api(setDefaultMarkTarget, { body: { id: playlist.id } })
      notifyTabs()
      toast(t('settings.fallbackSaved', { name: playlistName(playlist, t) }))
    } catch (error) {
      queryClient.setQueryData(queryKey, chosen)
      toastFailure(error, speech)
    }
  }
  return isOffered ? (
    <PlaylistSelect
      label={t('settings.fallback.label')}
      text={t('settings.fallback.text')}
      chosen={chosen}
      onChoose={(playlist) => void handleChoose(playlist)}
    />
  ) : null
}

type Props = {
  label: string
  text: string
  chosen: KnownPlaylist | undefined
  onChoose: (playlist: Playlist) => void
}

/** One of the member's own playlists. */
function PlaylistSelect({ label, text, chosen, onChoose }: Props) {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const { api } = useRouter().options.context
  const { data: own = [], error } = useQuery(playlistQueries.own(api))
  // Until all are loaded, only the chosen one is offered.
  const offered = chosen && !own.some((playlist) => playlist.id === chosen.id) ? [chosen, ...own] : own
  return (
    <Field label={label} hint={text} problem={error ? errorText(error, speech) : undefined}>
      {(control) => (
        <select
          {...control}
          value={chosen?.id ?? ''}
          disabled={chosen === undefined}
          onChange={({ target }) => {
            const playlist = own.find((one) => one.id === target.value)
            if (playlist) onChoose(playlist)
          }}
        >
          {offered.map((playlist) => (
            <option key={playlist.id} value={playlist.id} lang={langOfText(playlist.name)}>
              {playlistName(playlist, t)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
