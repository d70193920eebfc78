import type { VerifyToken } from '../../../platform/auth.ts';
import { Problem } from '../../../platform/problem.ts';

type Gate = { verifyToken: VerifyToken };

/**
 * A gate that answers business customers who signed in with one factor with the problem `second-factor-required` if the operator
 * requires two (ADR 55). `verifySetUp` admits them to set one up.
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
