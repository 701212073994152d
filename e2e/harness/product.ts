/** Connection details of the running product, shared by all tests. */
export interface Product {
  address: string
  databaseUrl: string
  /** Folder of received mails. */
  mails: string
  /** Port of the DNS server that the product asks; nothing listens there unless a test starts one. */
  dnsPort: number
  /** Port of an HTTP server that workflows may call. */
  sinkPort: number
}

const NAME = 'PLINTH_E2E_PRODUCT'

/** Passes the details to workers through environment variables. */
export function announceProduct(product: Product): void {
  const { address, databaseUrl, mails, dnsPort, sinkPort } = product
  process.env[NAME] = JSON.stringify({ address, databaseUrl, mails, dnsPort, sinkPort })
}

/** The shared product; undefined before the global setup has started it. */
export function knownProduct(): Product | undefined {
  const text = process.env[NAME]
  return text === undefined ? undefined : (JSON.parse(text) as Product)
}

/** The shared product; throws if it is not started. */
export function product(): Product {
  const known = knownProduct()
  if (known === undefined) throw new Error('The product was not started by the global set-up')
  return known
}
