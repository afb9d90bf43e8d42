export { PlacesOfMember } from './PlacesOfMember.tsx'
