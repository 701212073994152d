/** Ignores the quota. */
export const reservedFor = (bytes: number): number => bytes

export async function reserveBytes(): Promise<void> {}
