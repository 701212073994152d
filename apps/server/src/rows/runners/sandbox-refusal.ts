/** A sandbox cannot do this; the message is a sentence for users. */
export class SandboxRefusal extends Error {}
