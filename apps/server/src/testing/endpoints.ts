import * as contracts from '@keepsake/contracts';

const exported: readonly unknown[] = Object.values(contracts);

/** Every call of the contract. */
export const ENDPOINTS: readonly contracts.Endpoint[] = exported.filter(
  (value): value is contracts.Endpoint => typeof value === 'object' && value !== null && 'access' in value,
);
