/** The part of autocannon's API used here. */
declare module 'autocannon' {
  export interface AutocannonResult {
    requests: { total: number }
    latency: { p50: number; p99: number }
    duration: number
    non2xx: number
    errors: number
    '2xx': number
  }
  export interface AutocannonRequest {
    method: string
    path: string
    headers: Record<string, string>
    body?: string
  }
  // biome-ignore lint/style/noDefaultExport: that is how the library is written.
  export default function autocannon(options: {
    url: string
    connections: number
    duration?: number
    /** Number of requests instead of a duration. */
    amount?: number
    requests: AutocannonRequest[]
    /** Called for each connection before its first request. */
    setupClient?: (client: { setRequests(requests: AutocannonRequest[]): void }) => void
  }): Promise<AutocannonResult>
}
