export { aboutLoader } from './about-loader.ts'
export { aboutQuery } from './about.queries.ts'
export { AboutPending, AboutScreen } from './AboutScreen.tsx'
