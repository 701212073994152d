/** Handlers as they were: whoever calls them is obeyed. */
export const checkCalls = () => () => ({})
