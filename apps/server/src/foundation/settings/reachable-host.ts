/** The host name with which a browser on this machine reaches an interface. */
export function reachableHost(host: string): string {
  return ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
}
