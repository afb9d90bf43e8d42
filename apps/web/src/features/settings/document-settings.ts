/** The settings reflected on the document element, for styles. */
type Shown = { colorScheme: string; globalFilter: string; showCensoredTag: boolean; showShopDetails: boolean } & Sidebar

type Sidebar = { sidebarExpandMode: string; isSidebarFolded: boolean }

/** Applies the settings to the document. */
export function showSettings({ colorScheme, globalFilter, showCensoredTag, showShopDetails, ...sidebar }: Shown): void {
  const { dataset } = document.documentElement
  if (colorScheme === 'system') delete dataset.colorScheme
  else dataset.colorScheme = colorScheme
  if (globalFilter === '') delete dataset.globalFilter
  else dataset.globalFilter = ''
  if (showCensoredTag) dataset.milderTags = ''
  else delete dataset.milderTags
  if (showShopDetails) dataset.shopDetails = ''
  else delete dataset.shopDetails
  if (sidebar.sidebarExpandMode === 'docked') dataset.sidebar = sidebar.isSidebarFolded ? 'folded' : 'docked'
  else delete dataset.sidebar
}
