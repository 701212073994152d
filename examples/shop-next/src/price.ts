const EUROS = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })

/** A price in cents, as text. */
export const priceOf = (cents: number) => EUROS.format(cents / 100)
