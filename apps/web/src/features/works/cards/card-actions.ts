import type { Work } from '@otodana/contract'
import { createContext, type ComponentType } from 'react'

/** The actions on a work's card. The app provides them, as they belong to features that themselves show cards. */
export const CardActions = createContext<ComponentType<{ work: Work }> | null>(null)
