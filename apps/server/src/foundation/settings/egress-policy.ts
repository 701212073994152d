/** Which outbound connections of users are allowed; the operator decides both. */
export interface EgressPolicy {
  /** Private addresses that may be reached, as host:port. */
  allowed: ReadonlySet<string>
  /** Databases whose certificate is not verified, as host or host:port. */
  unverified: ReadonlySet<string>
}
