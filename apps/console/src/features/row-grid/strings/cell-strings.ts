/** Validation messages of cells. */
export const cellStrings = {
  tooShort: (min: number) => `Must have at least ${min} characters`,
  tooLong: (max: number) => `Must have at most ${max} characters`,
  address: {
    email: 'Enter an email address such as ada@example.com',
    url: 'Enter a URL that starts with http, https or ftp',
    phoneNumber: 'Enter a phone number such as +4930123456',
  },
  noNumber: 'Enter a number',
  noWholeNumber: 'Enter a whole number',
  tooSmall: (min: number) => `Must be ${min} or more`,
  tooLarge: (max: number) => `Must be ${max} or less`,
  noCheckbox: 'Enter true or false',
  noOption: (value: string) => `‘${value}’ is not one of the options`,
  noDate: 'Enter a date such as 2026-01-31 08:00',
  tooEarly: (min: string) => `Must be ${min} or later`,
  tooLate: (max: string) => `Must be ${max} or earlier`,
  onlyOne: 'Enter one id only',
  noJson: 'Not valid JSON. Write it as in {"name": "Ada"}',
} as const
