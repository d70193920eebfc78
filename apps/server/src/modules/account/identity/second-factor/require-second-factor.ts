import type { VerifyToken } from '../../../../platform/auth.ts';
import { Problem } from '../../../../platform/problem.ts';

type Gate = { verifyToken: VerifyToken };

/**
 * A gate at which business customers who signed in with one factor get the problem `second-factor-required` when the operator asks for
 * two (ADR 55). `verifySetUp` lets them in: by it they set one up.
 */
export function requireSecondFactor<G extends Gate>(
  gate: G,
  { isRequired }: { isRequired: boolean },
): G & { verifySetUp: VerifyToken } {
  return {
    ...gate,
    verifySetUp: gate.verifyToken,
    async verifyToken(token) {
      const customer = await gate.verifyToken(token);
      if (isRequired && customer.isBusiness && !customer.isMultiFactor)
        throw new Problem('second-factor-required');
      return customer;
    },
  };
}
