export { SearchBar } from './bar/SearchBar.tsx'
export { SearchForm } from './bar/SearchForm.tsx'
