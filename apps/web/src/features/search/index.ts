export { SearchBar } from './SearchBar.tsx'
export { SearchForm } from './SearchForm.tsx'
