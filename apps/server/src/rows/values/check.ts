interface CheckPlace {
  readonly path: string
  readonly refuse: (path: string, message: string) => void
}

/** Looks at one sent value that is not null, and refuses what its column cannot take. */
export type Check = (value: unknown, place: CheckPlace) => void
