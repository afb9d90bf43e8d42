export { SeriesPending } from './SeriesPending.tsx'
export { SeriesScreen } from './SeriesScreen.tsx'
export { seriesLoader } from './series-loader.ts'
