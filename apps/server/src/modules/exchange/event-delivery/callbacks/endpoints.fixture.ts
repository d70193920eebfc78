import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Database } from '../../../../platform/database/database.ts';
import { addBusinessCustomer } from '../../../../testing/customers.ts';
import { firstKeys, type Keyring } from './keys.ts';
import { saveEndpoint } from './store.ts';

/** A business customer whose callbacks go to an unchecked address; returns their id. */
export async function addEndpoint(db: Database, keyring: Keyring, url: string): Promise<CustomerId> {
  const customerId = await addBusinessCustomer(db);
  await saveEndpoint(db, { customerId, url, keys: keyring.seal(customerId, firstKeys()), now: new Date() });
  return customerId;
}
