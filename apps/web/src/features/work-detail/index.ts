export { WorkScreen } from './WorkScreen.tsx'
export { workPageHead } from './work-page-head.ts'
export { pathSearch } from './path-search.ts'
export { workLoader } from './work-route.ts'
