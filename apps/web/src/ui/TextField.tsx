import type { InputHTMLAttributes, Ref } from 'react'

import { formatCount } from '#lib/format/format-count.ts'

import { Field, type FieldProps } from './Field.tsx'

type Props = Omit<FieldProps, 'count'> &
  Omit<InputHTMLAttributes<HTMLInputElement | HTMLTextAreaElement>, 'id' | 'className'> & {
    ref?: Ref<HTMLInputElement>
    /** For a text of several lines. */
    rows?: number
    /** Words the character count; needs `value` and `maxLength`. */
    count?: ((count: { length: string; limit: string }) => string) | undefined
  }

/** A field for a line of text, or for several. */
export function TextField({ label, hint, problem, count, ref, rows, ...input }: Props) {
  const { value, maxLength: limit } = input
  const counted =
    count && typeof value === 'string' && limit !== undefined
      ? {
          // In UTF-16 code units, as `maxLength` and the server count.
          text: count({ length: formatCount(value.length), limit: formatCount(limit) }),
          isNearlyFull: value.length > 0.9 * limit,
        }
      : undefined
  return (
    <Field label={label} hint={hint} problem={problem} count={counted}>
      {(control) =>
        rows === undefined ? (
          <input {...input} {...control} ref={ref} />
        ) : (
          <textarea {...input} {...control} rows={rows} />
        )
      }
    </Field>
  )
}
