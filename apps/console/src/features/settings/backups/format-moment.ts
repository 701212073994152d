import { format } from 'date-fns'

/** Date and time for button names and confirmations. */
export const formatMoment = (iso: string): string => format(new Date(iso), 'MMM d, yyyy, HH:mm:ss')
