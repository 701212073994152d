/** What the tests know of the running product that they share. */
export interface Product {
  address: string
  databaseUrl: string
  /** The folder that its mails arrive in. */
  mails: string
}

const NAME = 'PLINTH_E2E_PRODUCT'

/** Tells the workers, which are started later, about the product. */
export function announceProduct({ address, databaseUrl, mails }: Product): void {
  process.env[NAME] = JSON.stringify({ address, databaseUrl, mails })
}

/** The shared product, once the global set-up has started it. */
export function knownProduct(): Product | undefined {
  const text = process.env[NAME]
  return text === undefined ? undefined : (JSON.parse(text) as Product)
}

/** The shared product. */
export function product(): Product {
  const known = knownProduct()
  if (known === undefined) throw new Error('The product was not started by the global set-up')
  return known
}
