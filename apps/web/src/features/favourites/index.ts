export { favouritesLoader } from './favourites-loader.ts'
export { favouritesPage } from './favourites-search.ts'
export { FavouritesPending } from './FavouritesPending.tsx'
export { FavouritesScreen } from './FavouritesScreen.tsx'
