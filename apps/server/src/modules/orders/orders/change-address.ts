import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import type { DeliveryAddress } from '@keepsake/contracts/orders/delivery-address';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { OutgoingEvent } from '@keepsake/contracts/outgoing-events';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { faultyField, Problem } from '../../../platform/problem.ts';
import { pushOfOrders } from './current-order.ts';
import { type AddressChange, deriveAddress, isSentOrCancelled, judgeChange } from './delivery-address.ts';
import type { Deps } from './deps.ts';
import { lockOrder, readEvents } from './event-store.ts';
import type { Happened } from './happened.ts';
import { type OrderRow, readAddressChanges, readOrder } from './read-orders.ts';

type Existing = { row: OrderRow; changes: readonly AddressChange[]; events: readonly Happened[] };

/** The present delivery address of an order; null if it has none. */
export function presentAddress(
  { isAnybodyListening }: Pick<Deps, 'isAnybodyListening'>,
  { row, changes, events }: Existing,
): DeliveryAddress | null {
  const { deliveryAddress: address } = row;
  if (!address) return null;
  const context = { type: 'order.address-change' as const, channel: row.channel };
  const isFixed =
    isSentOrCancelled(row.current_status ?? '') || row.pickupPoint !== null || !isAnybodyListening(context);
  return deriveAddress({ address, changeableUntil: row.address_changeable_until, isFixed }, changes, events);
}

type Requested = { ref: OrderRef; address: PostalAddress; version: number | undefined };

/**
 * Asks production to send an order elsewhere: the change and its event for production are stored together or not at all. Throws
 * `not-found`, `address-fixed`, `conflict` or `invalid-request`.
 */
export function changeAddress(deps: Deps, requested: Requested): Promise<DeliveryAddress> {
  return retryConflicts(() =>
    deps.db.transaction().execute(async (trx) => {
      // A concurrent deadline, or a change in another tab, is either seen or waits.
      await lockOrder(trx, requested.ref.orderCode);
      const existing = await readKnown(trx, requested.ref);
      const current = presentAddress(deps, existing);
      if (!current) throw new Problem('address-fixed');
      const { address, version } = requested;
      const now = deps.clock();
      switch (judgeChange(current, { address, version }, now)) {
        case 'same':
          return current;
        case 'fixed':
          throw new Problem('address-fixed');
        case 'abroad':
          return refuseCountry();
        case 'outdated':
          throw new Problem('conflict', {
            detail: `The delivery address has since been changed. The current version is ${current.version}`,
          });
        default: {
          const change = { version: current.version + 1, address, requestedAt: now, givenUpAt: null };
          await storeChange(deps, trx, { ref: requested.ref, channel: existing.row.channel, change });
          const after = presentAddress(deps, { ...existing, changes: [...existing.changes, change] });
          return after as DeliveryAddress;
        }
      }
    }),
  );
}

async function readKnown(trx: Queryable, ref: OrderRef): Promise<Existing> {
  const row = await readOrder(trx, ref);
  if (!row) throw new Problem('not-found');
  return { row, changes: await readAddressChanges(trx, ref), events: await readEvents(trx, ref) };
}

function refuseCountry(): never {
  throw faultyField('body.country', 'cannot be changed');
}

type Stored = { ref: OrderRef; channel: string; change: Omit<AddressChange, 'givenUpAt'> };

/** Stores a change with the event that asks production for it, and notifies the customer's other screens. */
async function storeChange(
  { notifyServices }: Pick<Deps, 'notifyServices'>,
  trx: Queryable,
  { ref, channel, change: { version, address, requestedAt } }: Stored,
): Promise<void> {
  const { customerId, orderCode } = ref;
  const row = { version, address: JSON.stringify(address), requested_at: requestedAt };
  const added = trx
    .insertInto('order_address_changes')
    .values({ user_id: customerId, order_code: orderCode, ...row });
  await sql`with added as (${added}) select ${pushOfOrders(customerId, [orderCode], requestedAt)}`.execute(
    trx,
  );
  await notifyServices(trx, customerId, {
    type: 'order.address-change',
    data: {
      customerId,
      channel,
      orderCode,
      version,
      address,
      requestedAt: requestedAt.toISOString(),
    },
  });
}

/**
 * Handles an address change that could not be delivered to production: it has failed, and the customer's screens are notified.
 * True for such an event, which must not be sent any more: the customer may have asked somebody else by then.
 */
export async function giveUpAddressChange(
  { clock }: Pick<Deps, 'clock'>,
  trx: Queryable,
  { type, data }: OutgoingEvent,
): Promise<boolean> {
  if (type !== 'order.address-change') return false;
  const { customerId, orderCode, version } = data;
  await lockOrder(trx, orderCode);
  const now = clock();
  const { numUpdatedRows } = await trx
    .updateTable('order_address_changes')
    .set({ given_up_at: now })
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .where('version', '=', version)
    .where('given_up_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await sql`select ${pushOfOrders(customerId, [orderCode], now)}`.execute(trx);
  return true;
}
