import { format } from 'date-fns'

/** A moment as the names of buttons and questions say it. */
export const formatMoment = (iso: string): string => format(new Date(iso), 'MMM d, yyyy, HH:mm:ss')
