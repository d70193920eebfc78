import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Principal } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AskVies } from './vies.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  publicUrl: string;
  /** Asks the VAT register; null if none is configured, and operators check by hand. */
  askVies: AskVies | null;
  /** Throws `not-found` unless the caller's account is open. */
  requireCustomer(caller: Principal): Promise<{ user_id: CustomerId; channel: string }>;
};

/** What a change of a firm needs, including one by an operator's command. */
export type ChangeParts = Pick<Deps, 'clock' | 'publicUrl'> & { trx: Queryable };
