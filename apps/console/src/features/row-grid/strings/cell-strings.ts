/** Why a value cannot stand in its cell, and what to do about it. */
export const cellStrings = {
  tooShort: (min: number) => `Needs at least ${min} characters`,
  tooLong: (max: number) => `Takes at most ${max} characters`,
  address: {
    email: 'Not an e-mail address such as ada@example.com',
    url: 'Not a link that starts with http, https or ftp',
    phoneNumber: 'Not a phone number such as +4930123456',
  },
  noNumber: 'Not a number',
  noWholeNumber: 'Takes whole numbers only',
  tooSmall: (min: number) => `Must be ${min} or more`,
  tooLarge: (max: number) => `Must be ${max} or less`,
  noCheckbox: 'Write true or false',
  noOption: (value: string) => `‘${value}’ is not one of the options`,
  noDate: 'Not a date such as 2026-01-31 08:00',
  tooEarly: (min: string) => `Must be ${min} or later`,
  tooLate: (max: string) => `Must be ${max} or earlier`,
  onlyOne: 'Holds one id only',
  noJson: (reason: string) => `Not valid JSON${reason ? `: ${reason}` : ''}`,
} as const
