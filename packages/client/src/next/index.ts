export {
  type CookieStore,
  type CookieStoreOptions,
  type Cookies,
  cookieStore,
} from './cookie-store.ts'
export { type VisitorOptions, visitorOf } from './visitor-of.ts'
