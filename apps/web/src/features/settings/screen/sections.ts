/** The sections in order, each with an icon. Their ids are anchors that other pages link to. */
export const sections = {
  account: 'M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4.5 20c.6-3.4 3.6-5.5 7.5-5.5s6.9 2.1 7.5 5.5',
  appearance:
    'M12 4v2M12 18v2M4 12h2M18 12h2M6.3 6.3l1.4 1.4M16.3 16.3l1.4 1.4M6.3 17.7l1.4-1.4M16.3 7.7l1.4-1.4M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7',
  library: 'M4 20h16M7 17v-6M11 17V5M15 17V8M18.5 17v-4',
  files: 'M4 7a1 1 0 0 1 1-1h4l2 2.5h8a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1z',
  player: 'M8 5.5v13l10.5-6.5z',
  sound: 'M4 10v4h3.5l4.5 4V6L7.5 10zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  subtitles:
    'M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M7.5 12H11M14 12h2.5M7.5 15.5h6M16 15.5h.5',
  'local-subtitles': 'M4.5 9h15v9a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1zM3.5 5h17v4h-17zM10 12.5h4',
  backup: 'M12 4v10M8 10.5l4 4 4-4M5 17v2a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-2',
  more: 'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 11v5M12 8v.01',
} as const

export type SectionId = keyof typeof sections
export const sectionIds = Object.keys(sections) as SectionId[]
