/** Buckets that are never empty. */
export class TokenBuckets {
  take() {
    return { isAllowed: true, remaining: 1, resetSeconds: 0, retryAfterSeconds: 0 }
  }
}
