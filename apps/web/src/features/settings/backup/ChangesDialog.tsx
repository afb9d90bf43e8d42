import '#i18n/on-demand/account-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'

import css from './ChangesDialog.module.css'
import { changedSettings } from './settings-file.ts'
import type { DeviceSettings, SettingName } from './setting-kinds.ts'
import { useSettingWords } from './use-setting-words.ts'

type Props = {
  kind: 'import' | 'reset'
  now: DeviceSettings
  next: Partial<DeviceSettings>
  unknown: readonly string[]
  wrong: readonly string[]
  onApply: () => void
  onClose: () => void
}

/** Number of unknown names to list. */
const MAX_NAMES = 12
const MAX_NAME_LENGTH = 40

/** Lists the changes for confirmation. */
export default function ChangesDialog({ kind, now, next, unknown, wrong, onApply, onClose }: Props) {
  const { t } = useTranslation('settings-backup')
  const words = useSettingWords()
  const names = changedSettings(now, next)
  return (
    <Dialog title={kind === 'import' ? t('import.title') : t('reset.title')} onClose={onClose}>
      <p>
        {kind === 'reset'
          ? t('reset.sure', { count: names.length })
          : names.length === 0
            ? t('import.nothing')
            : t('import.changes', { count: names.length })}
      </p>
      {names.length === 0 ? null : (
        <dl className={css.changes}>
          {names.map((name) => (
            <div key={name} className={css.change}>
              <dt>{words.name(name)}</dt>
              <dd>
                <del className={css.before}>
                  <span className={controls.hidden}>{t('before')} </span>
                  {words.value(name, now[name])}
                </del>
                <span aria-hidden="true"> → </span>
                <ins className={css.after}>
                  <span className={controls.hidden}>{t('after')} </span>
                  {words.value(name, next[name] ?? null)}
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {wrong.length === 0 ? null : (
        <div className={css.note}>
          <p>{t('wrong')}</p>
          <ul>
            {wrong.map((name) => (
              <li key={name}>
                <code>{name}</code> {words.expected(name as SettingName)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {unknown.length === 0 ? null : (
        <div className={css.note}>
          <p>{t('unknown', { count: unknown.length })}</p>
          <p className={css.names}>
            {unknown.slice(0, MAX_NAMES).map((name) => (
              <code key={name}>{shortened(name)}</code>
            ))}
            {unknown.length > MAX_NAMES ? '…' : null}
          </p>
        </div>
      )}
      <div className={css.actions}>
        <button
          type="button"
          className={controls.button}
          data-first={names.length === 0 ? '' : undefined}
          onClick={onClose}
        >
          {names.length === 0 ? t('close') : t('cancel')}
        </button>
        {names.length === 0 ? null : (
          <button
            type="button"
            data-first=""
            className={kind === 'reset' ? `${controls.button} ${forms.danger}` : controls.primary}
            onClick={onApply}
          >
            {kind === 'reset' ? t('reset.confirm') : t('import.apply')}
          </button>
        )}
      </div>
    </Dialog>
  )
}

function shortened(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name
}
