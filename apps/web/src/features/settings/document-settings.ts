/** What of the settings stands on the document's element, for the styles. */
type Shown = { colorScheme: string; globalFilter: string; showCensoredTag: boolean } & Sidebar

type Sidebar = { sidebarExpandMode: string; isSidebarFolded: boolean }

/** Puts the settings on the document, from now on. */
export function showSettings({ colorScheme, globalFilter, showCensoredTag, ...sidebar }: Shown): void {
  const { dataset } = document.documentElement
  if (colorScheme === 'system') delete dataset.colorScheme
  else dataset.colorScheme = colorScheme
  if (globalFilter === '') delete dataset.globalFilter
  else dataset.globalFilter = ''
  if (showCensoredTag) dataset.milderTags = ''
  else delete dataset.milderTags
  if (sidebar.sidebarExpandMode === 'docked') dataset.sidebar = sidebar.isSidebarFolded ? 'folded' : 'docked'
  else delete dataset.sidebar
}
