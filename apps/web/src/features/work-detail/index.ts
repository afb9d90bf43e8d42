export { WorkScreen } from './WorkScreen.tsx'
export { workPageHead } from './route/work-page-head.ts'
export { pathSearch } from './route/path-search.ts'
export { workLoader } from './route/work-route.ts'
