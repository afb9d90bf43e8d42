import { ages, type Age, type EditField, type LanguageCode, languageCodes, type WorkEditForm } from '@otodana/contract'
import { useId, type ReactNode } from 'react'

import { languageNames } from '#i18n/language-names.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { Choice } from '#ui/Choice.tsx'
import controls from '#ui/controls.module.css'

import { type Draft, fieldOf, giveBack, setValue, shownValue, withdraw } from '../draft.ts'
import { CoverField } from '../fields/CoverField.tsx'
import { type Described, type FieldEdit, FieldFrame } from '../fields/FieldFrame.tsx'
import { NamesField } from '../fields/NamesField.tsx'
import { lengthOf, lengths, type Problem } from '../problems.ts'
import {
  asText,
  nameOf,
  namesOf,
  recordOf,
  type SeriesValue,
  staffRoles,
  titleLanguages,
  withNames,
  withPart,
} from '../values.ts'
import css from './EditForm.module.css'

export type Problems = Partial<Record<EditField, Problem | 'refused'>>

type Props = {
  form: WorkEditForm
  draft: Draft
  problems: Problems
  onChange: (draft: Draft) => void
}

/** The fields of a work, in the order in which its page shows them. */
export function EditForm({ form, draft, problems, onChange }: Props) {
  const { t } = useTranslation('editing')
  const { t: works } = useTranslation('works')

  function editOf(field: EditField): FieldEdit | null {
    const saved = fieldOf(form, field)
    if (!saved) return null
    const problem = problems[field]
    return {
      saved,
      draft,
      pictures: form.pictures,
      problem: problem === undefined ? undefined : t(`problem.${problem}`, { limit: formatCount(lengthOf(field)) }),
      onSet: (value) => onChange(setValue(draft, saved, value)),
      onGiveBack: () => onChange(giveBack(draft, saved)),
      onWithdraw: () => onChange(withdraw(draft, field)),
    }
  }
  /** Renders a field, if the server has it. */
  function field(name: EditField, render: (value: unknown, edit: FieldEdit, described: Described) => ReactNode) {
    const edit = editOf(name)
    return edit ? (
      <FieldFrame edit={edit}>{(described) => render(shownValue(edit.saved, draft), edit, described)}</FieldFrame>
    ) : null
  }
  const cover = editOf('cover')

  return (
    <div className={css.form}>
      {cover ? <CoverField edit={cover} workId={form.id} hasProviderCover={form.hasProviderCover} /> : null}
      {field('title', (value, { onSet }, described) => (
        <TextInput described={described} value={asText(value)} onChange={onSet} />
      ))}
      {field('titles', (value, { onSet }, described) => (
        <div className={css.parts}>
          {titleLanguages.map((language) => (
            <TextInput
              key={language}
              label={t(`titles.${language}`)}
              described={described}
              value={asText(recordOf(value)[language])}
              onChange={(title) => onSet(withPart(value, language, title))}
            />
          ))}
        </div>
      ))}
      {field('circle', (value, { onSet }, described) => (
        <NamesField
          described={described}
          kind="circles"
          names={nameOf(value) === '' ? [] : [nameOf(value)]}
          limit={1}
          onChange={([name]) => onSet(name ?? null)}
        />
      ))}
      {field('series', (value, { onSet }, described) => (
        <SeriesInput described={described} value={value} onChange={onSet} />
      ))}
      {field('voice_actors', (value, { onSet }, described) => (
        <NamesField
          described={described}
          kind="vas"
          names={namesOf(value)}
          onChange={(names) => onSet(withNames(value, names))}
        />
      ))}
      {field('staff', (value, { onSet }, described) => (
        <div className={css.parts}>
          {staffRoles.map((role) => (
            <NamesField
              key={role}
              label={t(`staff.${role}`)}
              described={described}
              kind="staff"
              names={namesOf(recordOf(value)[role])}
              onChange={(names) => onSet(withPart(value, role, names))}
            />
          ))}
        </div>
      ))}
      {field('tags', (value, { onSet }, described) => (
        <NamesField
          described={described}
          kind="tags"
          names={namesOf(value)}
          onChange={(names) => onSet(withNames(value, names))}
        />
      ))}
      {field('age', (value, { onSet }) => (
        <Choice
          label={t('field.age')}
          isBare
          name="edited-age"
          options={ages.map((age: Age) => ({ value: age, label: works(`age.${age}`) }))}
          value={(asText(value) || 'unrated') as Age}
          onChange={(age) => onSet(age === 'unrated' ? null : age)}
        />
      ))}
      <div className={css.row}>
        {field('release', (value, { onSet }, described) => (
          <DayInput described={described} value={asText(value)} onChange={onSet} />
        ))}
        {field('create_date', (value, { onSet }, described) => (
          <DayInput described={described} value={asText(value)} onChange={onSet} />
        ))}
      </div>
      <div className={css.row}>
        {field('language', (value, { onSet }, described) => (
          <select
            className={`${controls.field} ${css.input}`}
            id={described.controlId}
            value={asText(value)}
            onChange={({ target }) => onSet(target.value === '' ? null : target.value)}
          >
            <option value="">{t('empty')}</option>
            {languageCodes.map((code: LanguageCode) => (
              <option key={code} value={code}>
                {languageNames[code] ?? code}
              </option>
            ))}
          </select>
        ))}
        {field('original', (value, { onSet }, described) => (
          <TextInput described={described} value={asText(value)} placeholder="RJ01234567" onChange={onSet} />
        ))}
        {field('price', (value, { onSet }, described) => (
          <TextInput
            described={described}
            value={asText(value)}
            isNumber
            onChange={(text) => onSet(text === null ? null : /^\d+$/.test(text) ? Number(text) : text)}
          />
        ))}
      </div>
      {field('description', (value, { onSet }, described) => (
        <>
          <textarea
            className={`${controls.field} ${css.input} ${css.text}`}
            id={described.controlId}
            aria-describedby={described.describedBy}
            aria-invalid={described.isInvalid}
            rows={6}
            value={asText(value)}
            onChange={({ target }) => onSet(target.value === '' ? null : target.value)}
          />
          {asText(value).length > 0.9 * lengths.description ? (
            <p className={css.count}>
              {t('count', { length: formatCount(asText(value).length), limit: formatCount(lengths.description) })}
            </p>
          ) : null}
        </>
      ))}
    </div>
  )
}

type TextProps = {
  label?: string
  described: Described
  value: string
  placeholder?: string
  isNumber?: boolean
  onChange: (text: string | null) => void
}

function TextInput({ label, described, value, placeholder, isNumber = false, onChange }: TextProps) {
  const own = useId()
  const id = label === undefined ? described.controlId : own
  return (
    <div className={css.part}>
      {label === undefined ? null : (
        <label className={css.label} htmlFor={id}>
          {label}
        </label>
      )}
      <input
        id={id}
        className={`${controls.field} ${css.input}`}
        aria-describedby={described.describedBy}
        aria-invalid={described.isInvalid}
        inputMode={isNumber ? 'numeric' : undefined}
        placeholder={placeholder}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      />
    </div>
  )
}

function DayInput({ described, value, onChange }: Pick<TextProps, 'described' | 'value' | 'onChange'>) {
  return (
    <input
      type="date"
      className={`${controls.field} ${css.input}`}
      id={described.controlId}
      aria-describedby={described.describedBy}
      aria-invalid={described.isInvalid}
      max="9999-12-31"
      value={value}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    />
  )
}

type SeriesProps = { described: Described; value: unknown; onChange: (value: unknown) => void }

/** A series, and the work's place in it. */
function SeriesInput({ described, value, onChange }: SeriesProps) {
  const { t } = useTranslation('editing')
  const name = nameOf(value)
  const { number } = recordOf(value)
  const typed = asText(number)
  const set = (series: SeriesValue) => onChange(series)
  return (
    <div className={css.series}>
      <NamesField
        described={described}
        kind="series"
        names={name === '' ? [] : [name]}
        limit={1}
        onChange={([chosen]) => (chosen === undefined ? onChange(null) : set({ name: chosen }))}
      />
      {name === '' ? null : (
        <TextInput
          label={t('series.number')}
          described={described}
          value={typed}
          isNumber
          onChange={(text) =>
            set({
              name,
              ...(text === null ? {} : { number: /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text }),
            })
          }
        />
      )}
    </div>
  )
}
