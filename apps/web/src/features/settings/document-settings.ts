/** The settings reflected on the document element, for styles. */
type Shown = { colorScheme: string; globalFilter: string; showCensoredTag: boolean; showShopDetails: boolean } & Home &
  Sidebar

type Home = {
  showPopularAtHome: boolean
  showRecommendAtHome: boolean
  showRecentAtHome: boolean
  recommenderUuid: string
}

type Sidebar = { sidebarExpandMode: string; isSidebarFolded: boolean }

/** Applies the settings to the document. */
export function showSettings(settings: Shown): void {
  const { colorScheme, globalFilter, showCensoredTag, showShopDetails, ...sidebar } = settings
  const { dataset } = document.documentElement
  if (colorScheme === 'system') delete dataset.colorScheme
  else dataset.colorScheme = colorScheme
  if (globalFilter === '') delete dataset.globalFilter
  else dataset.globalFilter = ''
  if (showCensoredTag) dataset.milderTags = ''
  else delete dataset.milderTags
  if (showShopDetails) dataset.shopDetails = ''
  else delete dataset.shopDetails
  const shelves = homeShelves(settings)
  if (shelves === null) delete dataset.homeShelves
  else dataset.homeShelves = shelves
  if (settings.showRecentAtHome) delete dataset.noRecent
  else dataset.noRecent = ''
  if (settings.recommenderUuid === '') delete dataset.listener
  else dataset.listener = ''
  if (sidebar.sidebarExpandMode === 'docked') dataset.sidebar = sidebar.isSidebarFolded ? 'folded' : 'docked'
  else delete dataset.sidebar
}

/** The rows of the home screen that are left; null: all. */
function homeShelves({ showPopularAtHome, showRecommendAtHome }: Home): 'none' | 'popular' | 'recommended' | null {
  if (showPopularAtHome) return showRecommendAtHome ? null : 'popular'
  return showRecommendAtHome ? 'recommended' : 'none'
}
