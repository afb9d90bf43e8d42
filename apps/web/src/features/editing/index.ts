export { EditWorkButton } from './EditWorkButton.tsx'
export { NamesField } from './fields/NamesField.tsx'
