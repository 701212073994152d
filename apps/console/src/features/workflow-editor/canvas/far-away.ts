import { createContext } from 'react'

/** Whether the canvas is zoomed out so far that small text is unreadable. */
export const FarAway = createContext(false)
