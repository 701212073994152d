/** The version of the product. */
export const VERSION = '0.3.0'
