/** Accepts calls to handlers from anyone. */
export const checkCalls = () => () => ({})
