import * as z from 'zod/mini'

// The content security policy forbids generated code; zod would try, and the attempt is reported.
z.config({ jitless: true })

/** Throws if an answer violates the contract. Only in development and tests. */
export function checkAnswer(response: z.ZodMiniType, answer: unknown): void {
  z.parse(response, answer)
}
