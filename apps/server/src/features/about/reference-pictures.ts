const lines =
  '<path d="M10 21v-6M14 21V9M18 21v-9M22 21v-4" stroke="#efb96b" stroke-width="2.6" stroke-linecap="round"/>'
const shelf = '<path d="M7 25h18" stroke="#7d86a6" stroke-width="2" stroke-linecap="round"/>'

/** The app's icon, for the tab of the API reference. */
export const mark = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#171b28"/>${shelf}${lines}</svg>`,
)

/** Icon and name, for the dark bar above the reference. */
export const logo = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="165" height="40" viewBox="0 0 132 32">${shelf}${lines}` +
    '<text x="36" y="23" font-family="system-ui, sans-serif" font-size="19" font-weight="600" fill="#f4f1ea">Otodana</text></svg>',
)
