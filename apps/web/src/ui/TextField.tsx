import type { InputHTMLAttributes, Ref } from 'react'

import { formatCount } from '#lib/format/format-count.ts'

import { Field, type FieldProps } from './Field.tsx'

type Props = Omit<FieldProps, 'count'> &
  Omit<InputHTMLAttributes<HTMLInputElement | HTMLTextAreaElement>, 'id' | 'className'> & {
    ref?: Ref<HTMLInputElement>
    /** For a text of several lines. */
    rows?: number
    /** Formats the character count; needs `value` and `maxLength`. */
    count?: ((count: { length: string; limit: string }) => string) | undefined
  }

/** A text field of one or several lines. */
export function TextField({ label, hint, problem, count, ref, rows, ...input }: Props) {
  const { value, maxLength: limit } = input
  const counted =
    count && typeof value === 'string' && limit !== undefined
      ? {
          // In UTF-16 code units, like `maxLength` and the server.
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
