import '#i18n/on-demand/backup-texts.ts'

import { useRef, useState, type MouseEvent } from 'react'

import { errorText } from '#i18n/use-error-text.ts'
import { savedLocale } from '#i18n/translations.ts'
import { useSpeech, useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { deviceStorage } from '#lib/storage/browser-storage.ts'
import { saveJson } from '#lib/browser/save-file.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import { PartMissing } from '#ui/PartMissing.tsx'
import { TitledPart } from '#ui/TitledPart.tsx'

import css from './BackupSettings.module.css'
import type { DeviceSettings } from './setting-kinds.ts'
import {
  changedSettings,
  importable,
  MAX_SETTINGS_FILE_BYTES,
  pickSettings,
  readSettingsFile,
  resettable,
  writeSettingsFile,
  type SettingsFile,
} from './settings-file.ts'
import { SETTINGS_KEY, useSettings, type Settings } from '../settings.store.ts'
import { useChangeLanguage } from '../use-change-language.ts'

const ChangesDialog = lazyComponent(() => import('./ChangesDialog.tsx'), PartMissing)

function allSettings(): DeviceSettings {
  const { isSidebarFolded: _, ...settings } = useSettings.getState()
  return { ...settings, userPreferredLang: savedLocale() }
}

/** The pending change, and its origin. */
type Proposal = {
  kind: 'import' | 'reset'
  next: Partial<DeviceSettings>
  unknown: readonly string[]
  wrong: readonly string[]
}
/** The data to undo a change. */
type Done = { kind: Proposal['kind']; before: Partial<DeviceSettings>; after: Partial<DeviceSettings> }

/** The result, or a problem, in the language of the page, which this may have changed. */
type Message = { what: Proposal['kind'] | 'undone'; count: number } | { what: 'nothing' }
type Problem =
  | { kind: Exclude<SettingsFile['problem'], null>; name: string }
  | { kind: 'notKept'; name?: string }
  | { error: unknown }

/**
 * Exports, imports and resets all settings.
 *
 * @param hasAccount  whether a member is logged in
 */
export function BackupSettings({ hasAccount }: { hasAccount: boolean }) {
  const { t } = useTranslation('settings-backup')
  const speech = useSpeech()
  const put = usePut()
  const input = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const [openings, setOpenings] = useState(0)
  const [done, setDone] = useState<Done | null>(null)
  const [told, setTold] = useState<Message | null>(null)

  function propose(next: Proposal) {
    setDone(null)
    setTold(null)
    setProblem(null)
    setOpenings(openings + 1)
    setProposal(next)
  }

  async function handleFile(file: File | undefined) {
    if (!file) return
    const read = await readFile(file)
    // The browser's file dialog may lose the focus.
    chooser.current?.focus()
    if (read.problem === null) {
      const next = importable(read.values, hasAccount)
      propose({ kind: 'import', next, unknown: read.unknown, wrong: read.wrong })
    } else setProblem({ kind: read.problem, name: file.name })
  }

  function handleReset({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // Some browsers do not focus clicked buttons.
    currentTarget.focus()
    const next = resettable(useSettings.getInitialState())
    if (changedSettings(allSettings(), next).length > 0) propose({ kind: 'reset', next, unknown: [], wrong: [] })
    else setTold({ what: 'nothing' })
  }

  async function putOrTell(values: Partial<DeviceSettings>) {
    try {
      await put(values)
      setProblem(deviceStorage.isSaved(SETTINGS_KEY) ? null : { kind: 'notKept' })
    } catch (error) {
      setProblem({ error })
    }
  }

  async function handleApply({ kind, next }: Proposal) {
    const now = allSettings()
    const names = changedSettings(now, next)
    setProposal(null)
    setDone({ kind, before: pickSettings(now, names), after: pickSettings(next, names) })
    setTold({ what: kind, count: names.length })
    await putOrTell(pickSettings(next, names))
  }

  async function handleUndo({ before, after }: Done) {
    setDone(null)
    // Settings changed since then stay.
    const since = changedSettings(allSettings(), after)
    const back = (Object.keys(before) as (keyof DeviceSettings)[]).filter((name) => !since.includes(name))
    setTold({ what: 'undone', count: back.length })
    await putOrTell(pickSettings(before, back))
  }

  function textOf(what: Message): string {
    switch (what.what) {
      case 'import':
        return t('import.done', { count: what.count })
      case 'reset':
        return t('reset.done', { count: what.count })
      case 'undone':
        return t('undone', { count: what.count })
      case 'nothing':
        return t('reset.nothing')
    }
  }

  return (
    <>
      <TitledPart title={t('export.title')} text={t('export.text')}>
        <button
          type="button"
          className={controls.button}
          onClick={() => saveJson('otodana-settings.json', writeSettingsFile(allSettings()))}
        >
          {t('export.action')}
        </button>
      </TitledPart>
      <TitledPart title={t('import.title')} text={t('import.text')}>
        <button
          ref={chooser}
          type="button"
          className={controls.button}
          aria-haspopup="dialog"
          onClick={() => input.current?.click()}
        >
          {t('import.action')}
        </button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".json,application/json"
          onChange={({ target }) => {
            void handleFile(target.files?.[0])
            // So that choosing the same file again fires an event.
            target.value = ''
          }}
        />
      </TitledPart>
      <TitledPart title={t('reset.title')} text={t('reset.text')}>
        <button
          type="button"
          className={`${controls.button} ${forms.danger}`}
          aria-haspopup="dialog"
          onClick={handleReset}
        >
          {t('reset.action')}
        </button>
      </TitledPart>
      <div className={css.outcome}>
        {problem === null ? null : (
          <p className={forms.failure} role="alert">
            {'kind' in problem
              ? t(`problem.${problem.kind}`, { name: problem.name ?? '', max: MAX_SETTINGS_FILE_BYTES / 1024 / 1024 })
              : errorText(problem.error, speech)}
          </p>
        )}
        <p className={css.told} role="status">
          {told === null ? null : textOf(told)}
        </p>
        {done ? (
          <button type="button" className={controls.button} onClick={() => void handleUndo(done)}>
            {t('undo')}
          </button>
        ) : null}
      </div>
      {proposal ? (
        <ChangesDialog
          attempt={openings}
          {...proposal}
          now={allSettings()}
          onApply={() => void handleApply(proposal)}
          onClose={() => setProposal(null)}
        />
      ) : null}
    </>
  )
}

async function readFile(file: File): Promise<SettingsFile> {
  if (file.size > MAX_SETTINGS_FILE_BYTES) return { problem: 'tooLarge' }
  try {
    return readSettingsFile(await file.text())
  } catch (error) {
    // A folder, or a file that was moved meanwhile.
    if (error instanceof DOMException) return { problem: 'notJson' }
    throw error
  }
}

/** Changes some settings at once. */
function usePut(): (values: Partial<DeviceSettings>) => Promise<void> {
  const changeLanguage = useChangeLanguage()
  return async ({ userPreferredLang, ...values }) => {
    useSettings.setState(values as Partial<Settings>)
    if (userPreferredLang !== undefined) await changeLanguage(userPreferredLang)
  }
}
