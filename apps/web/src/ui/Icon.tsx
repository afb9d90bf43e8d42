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
  circles: 'M9 11a3 3 0 1 0 0-6a3 3 0 1 0 0 6M3 19c0-3 3-5 6-5s6 2 6 5M16 5.2a3 3 0 0 1 0 5.6M18 14.4c2 .7 3 2.4 3 4.6',
  tags: 'M4 4h8l8 8-8 8-8-8zM8.5 8.5v.01',
  vas: 'M12 4a3 3 0 0 0-3 3v4a3 3 0 0 0 6 0V7a3 3 0 0 0-3-3M6 11a6 6 0 0 0 12 0M12 17v3',
  settings: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h3',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  shelf: 'M4 20h16M7 17v-6M11 17V5M15 17V8M18.5 17v-4',
} as const

export type IconName = keyof typeof paths

/** A line drawing of the text's colour and, by default, 1.5 times its size. Says nothing to screen readers. */
export function Icon({ name, size = '1.5em' }: { name: IconName; size?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
