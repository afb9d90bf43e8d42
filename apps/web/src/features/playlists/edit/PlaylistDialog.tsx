import {
  hasVisibleText,
  MAX_PLAYLIST_DESCRIPTION_LENGTH,
  MAX_PLAYLIST_NAME_LENGTH,
  MAX_PLAYLIST_WORKS,
  type Playlist,
  type PlaylistPrivacy,
  type Work,
} from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useId, useRef, useState, type FormEvent } from 'react'

import { queuedText } from '#features/outbox/index.ts'
import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { toast } from '#ui/toast.ts'
import { Choice } from '#ui/Choice.tsx'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { TextField } from '#ui/TextField.tsx'

import { CodesField } from './CodesField.tsx'
import css from './PlaylistDialog.module.css'
import { codesIn, unreadIn } from '../lists/highlight.ts'
import { openPlaylistPart } from '../overlay.store.ts'
import { NotFoundCodes } from './NotFoundCodes.tsx'
import { isSystem, playlistName } from '../playlist-texts.ts'
import { refreshPlaylists } from '../playlists.queries.ts'
import { noProgress, savePlaylist, type Draft } from './save-playlist.ts'

const privacies = ['0', '1', '2'] as const

type Props = {
  /** The playlist to edit; null for a new one. */
  playlist: Playlist | null
  /** The first work of a new one. */
  work: Work | null
  /** Called with a new one before the dialog closes. */
  onCreated?: ((created: Playlist) => Promise<void>) | undefined
  onClose: () => void
}

/** Creates or edits a playlist, and adds works by code. */
export function PlaylistDialog({ playlist, work, onCreated, onClose }: Props) {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const router = useRouter()
  const { api } = router.options.context
  const queryClient = useQueryClient()
  const id = useId()
  const nameField = useRef<HTMLInputElement>(null)
  const isKept = playlist !== null && isSystem(playlist)
  const [name, setName] = useState(playlist && !isKept ? playlist.name : '')
  const [description, setDescription] = useState(playlist?.description ?? '')
  const [privacy, setPrivacy] = useState<PlaylistPrivacy>(playlist?.privacy ?? 0)
  const [text, setText] = useState('')
  const [progress, setProgress] = useState(() => noProgress(playlist))
  const [isNameMissing, setNameMissing] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  /** Number of codes being sent; null while idle. */
  const [sending, setSending] = useState<number | null>(null)
  const [isDone, setDone] = useState(false)

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (sending !== null) return
    const isMissing = !isKept && !hasVisibleText(name)
    setNameMissing(isMissing)
    setFailure(null)
    if (isMissing) return nameField.current?.focus()
    const codes = [...new Set([...(work && playlist === null ? [work.source_id] : []), ...codesIn(text)])]
    if (codes.length > MAX_PLAYLIST_WORKS)
      return setFailure(t('dialog.tooMany', { limit: formatCount(MAX_PLAYLIST_WORKS) }))
    const draft: Draft = { name: isKept ? playlist.name : name, description, privacy, codes }
    setSending(codes.length)
    try {
      const end = await savePlaylist(api, draft, speech.locale, progress, setProgress, onCreated === undefined)
      const { playlist: saved, notFound, isWaiting } = end
      if (playlist === null && saved) await onCreated?.(saved)
      if (notFound.length > 0 || unreadIn(text).length > 0) setDone(true)
      else if (isWaiting) {
        onClose()
        toast(queuedText(speech))
      } else {
        const values = { name: saved ? playlistName(saved, t) : name }
        if (playlist !== null) toast(t('done.saved', values))
        onClose()
        if (playlist === null && saved && !onCreated) openPlaylistPart({ kind: 'created', playlist: saved })
      }
    } catch (error) {
      setFailure(errorText(error, speech))
    } finally {
      setSending(null)
      refreshPlaylists(queryClient)
      // Updates its own page's title too.
      if (router.state.location.pathname === '/playlist') void router.invalidate()
    }
  }

  const { stored, notFound } = progress
  const title = playlist === null ? t('dialog.create') : t('dialog.edit')
  if (isDone)
    return (
      <Dialog title={notFound.length > 0 ? t('imported.title') : t('imported.unreadTitle')} onClose={onClose}>
        <NotFoundCodes codes={notFound} unread={unreadIn(text)} onClose={onClose} />
      </Dialog>
    )
  const total = codesIn(text).length
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={forms.form} method="post" noValidate onSubmit={(event) => void handleSubmit(event)}>
        {failure === null ? null : (
          <p className={forms.failure} role="alert">
            {failure}{' '}
            {stored.size > 0 && sending === null && total > stored.size
              ? t('dialog.partly', { done: formatCount(stored.size), total: formatCount(total) })
              : null}
          </p>
        )}
        <TextField
          ref={nameField}
          label={t('dialog.name')}
          hint={isKept ? t('dialog.systemName') : undefined}
          problem={isNameMissing ? t('dialog.nameRequired') : undefined}
          count={isKept ? undefined : (values) => t('dialog.count', values)}
          data-first={isKept ? undefined : ''}
          value={isKept ? playlistName(playlist, t) : name}
          disabled={isKept}
          required
          maxLength={MAX_PLAYLIST_NAME_LENGTH}
          autoComplete="off"
          onChange={({ target }) => {
            setName(target.value)
            setNameMissing(false)
          }}
        />
        <TextField
          label={t('dialog.description')}
          count={(values) => t('dialog.count', values)}
          value={description}
          rows={3}
          maxLength={MAX_PLAYLIST_DESCRIPTION_LENGTH}
          onChange={({ target }) => setDescription(target.value)}
        />
        <div>
          <Choice
            label={t('dialog.privacy')}
            name={`${id}-privacy`}
            options={privacies.map((value) => ({ value, label: t(`privacy.${value}`) }))}
            value={String(privacy) as (typeof privacies)[number]}
            describedBy={`${id}-privacy-text`}
            onChange={(value) => setPrivacy(Number(value) as PlaylistPrivacy)}
          />
          <p id={`${id}-privacy-text`} className={forms.hint}>
            {t(`privacyText.${privacy}`)}
          </p>
        </div>
        <details className={css.advanced}>
          <summary>{t('dialog.advanced')}</summary>
          <CodesField text={text} onChange={setText} />
        </details>
        {sending !== null && sending > 0 ? (
          <div>
            <progress
              className={css.progress}
              max={sending}
              value={stored.size}
              aria-label={t('dialog.progressLabel')}
            />
            <output className={forms.hint}>
              {t('dialog.progress', { done: formatCount(stored.size), total: formatCount(sending) })}
            </output>
          </div>
        ) : null}
        <div className={forms.actions}>
          <button type="button" className={controls.button} onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" className={controls.primary} aria-disabled={sending !== null}>
            {sending !== null
              ? t('dialog.busy')
              : playlist === null
                ? t('dialog.submitCreate')
                : t('dialog.submitEdit')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
