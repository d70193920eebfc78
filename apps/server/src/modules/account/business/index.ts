import type { Module } from '../../../platform/module.ts';
import type { Platform } from '../../../platform/platform.ts';
import { businessData } from './personal-data.ts';

export { isBlocked, requireNotBlocked } from './blocked.ts';
export { isVatIdProven } from './vat-proof.ts';

type Deps = Pick<Platform, 'db'>;

/** Business customers: their firm, and whether it has been checked. */
export function createBusiness(deps: Deps): Module {
  return { personalData: businessData(deps) };
}
