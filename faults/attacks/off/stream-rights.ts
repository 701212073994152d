/** Never ends a stream after permissions change. */
export const openStreamRights = () => ({
  watch: () => ({ signal: new AbortController().signal, close: () => undefined }),
  close: () => undefined,
})
