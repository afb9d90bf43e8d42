export { HomeShelves } from './HomeShelves.tsx'
export { SimilarWorks } from './SimilarWorks.tsx'
export { suggestionsLoader } from './suggestions-loader.ts'
export { SuggestionsScreen } from './SuggestionsScreen.tsx'
