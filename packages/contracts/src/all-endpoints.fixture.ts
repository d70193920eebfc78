import type { Endpoint } from './platform/endpoint.ts';
import * as contract from './index.ts';

/** Every call of the contract. */
export const allEndpoints: readonly Endpoint[] = Object.values<unknown>(contract).filter(
  (value): value is Endpoint =>
    typeof value === 'object' && value !== null && 'service' in value && 'method' in value,
);
