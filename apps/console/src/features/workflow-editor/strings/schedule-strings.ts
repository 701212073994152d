/** UI text of the schedule builder. */
export const scheduleStrings = {
  repeat: 'Repeat',
  choose: 'Choose how often',
  every: {
    minutes: 'Every few minutes',
    hours: 'Every few hours',
    day: 'Every day',
    week: 'Every week',
    month: 'Every month',
  },
  minutes: 'Minutes between runs',
  hours: 'Hours between runs',
  minute: 'Minute of the hour',
  at: 'At',
  days: 'Days of the week',
  dayNames: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  day: 'Day of the month',
  shortMonths: 'Months without this day are skipped.',
} as const
