import { createContext } from 'react'

/** Whether the canvas is seen from so far away that small print cannot be read. */
export const FarAway = createContext(false)
