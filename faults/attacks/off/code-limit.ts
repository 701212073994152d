/** Does not count second-factor codes. */
export const openCodeLimit = () => ({ spend: async () => async () => undefined })
