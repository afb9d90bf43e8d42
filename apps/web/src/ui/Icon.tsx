/** Those of the first load. What one lazy part shows stands in that part, as a `Drawing`. */
const paths = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  back: 'M15 5l-7 7 7 7',
  previous: 'M15 6l-6 6 6 6',
  next: 'M9 6l6 6-6 6',
  up: 'M6 15l6-6 6 6',
  close: 'M6 6l12 12M18 6L6 18',
  exclude: 'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M6.5 17.5l11-11',
  search: 'M16 16l4 4M11 4.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13',
  store: 'M13 5h6v6M19 5l-9 9M10 6H6a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-4',
  compact: 'M4 4h4v6H4zM10 4h4v6h-4zM16 4h4v6h-4zM4 14h4v6H4zM10 14h4v6h-4zM16 14h4v6h-4z',
  detail: 'M4 4h7v16H4zM13 4h7v16h-7z',
  list: 'M4 5h5v4H4zM4 15h5v4H4zM12 6h8M12 8.5h5M12 16h8M12 18.5h5',
  shuffle: 'M4 7h3c4 0 5 10 9 10h4M4 17h3c1.6 0 2.7-1.5 3.6-3.3M13.5 9C14.3 7.7 15 7 16 7h4M18 5l2 2-2 2M18 15l2 2-2 2',
  filter: 'M4 7h16M7 12h10M10 17h4',
  account: 'M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4.5 20c.6-3.4 3.6-5.5 7.5-5.5s6.9 2.1 7.5 5.5',
  shelf: 'M4 20h16M7 17v-6M11 17V5M15 17V8M18.5 17v-4',
} as const

export type IconName = keyof typeof paths

type Size = { /** of both sides; by default 1.5 times the text's */ size?: string | undefined }

export function Icon({ name, size }: { name: IconName } & Size) {
  return <Drawing path={paths[name]} size={size} />
}

/** Lines of the text's colour on 24 × 24. Says nothing to screen readers. */
export function Drawing({ path, size = '1.5em' }: { path: string } & Size) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
