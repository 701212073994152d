export {
  type CookieStore,
  type CookieStoreOptions,
  type Cookies,
  cookieStore,
} from './cookie-store.ts'
