export { canEdit, EditWorkButton } from './EditWorkButton.tsx'
