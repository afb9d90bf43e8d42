import { useLayoutEffect, useRef, type ReactNode } from 'react'

import controls from '#ui/controls.module.css'

type Props = {
  name: string
  label: string
  value: string
  className?: string | undefined
  onChange: (chosen: string) => void
  children: ReactNode
}

/** Uncontrolled, but follows the URL: the choice stays visible while its URL is loading, and navigation updates it. */
export function ListSelect({ name, label, value, className, onChange, children }: Props) {
  const ref = useRef<HTMLSelectElement>(null)
  useLayoutEffect(() => {
    if (ref.current) ref.current.value = value
  }, [value])
  return (
    <label className={className}>
      <span className={controls.hidden}>{label}</span>
      <select
        ref={ref}
        className={controls.field}
        name={name}
        defaultValue={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
    </label>
  )
}
