export { EditTagsButton } from './EditTagsButton.tsx'
