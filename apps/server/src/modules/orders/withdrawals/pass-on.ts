import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import { NOBODY } from '../../../platform/ids.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import { queueMail } from '../../../platform/mail.ts';
import { findRecipient } from '../../account/customers/index.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import { pushOfOrders } from '../orders/index.ts';
import type { Deps } from './deps.ts';
import { findOrder } from './find-order.ts';
import { composeCareMail, composeReceipt } from './mails.ts';
import { PASS_ON, WITHDRAWALS } from './recover-withdrawals.ts';
import { lockWaiting, type PassedOn, recordPassedOn, type WaitingRow } from './store.ts';

const payloadSchema = z.object({
  customerId: customerIdSchema,
  id: z.string(),
  /** Whether the receipt is still to be mailed, if the order is found: so many were declared that it had to wait. */
  isReceiptDue: z.boolean().default(false),
});

/**
 * Finds the order of a declaration and notifies the shop, once: recorded in the transaction that stores the event. One that
 * matches no order is passed on all the same, and mailed to customer care.
 */
export function passOnTask(deps: Deps): Task {
  return {
    name: PASS_ON,
    waitsForReconcile: true,
    async handle(payload) {
      const { isReceiptDue, ...ref } = payloadSchema.parse(payload);
      await deps.db.transaction().execute(async (trx) => {
        const row = await lockWaiting(trx, ref);
        if (row) await passOn(deps, trx, row, isReceiptDue);
      });
    },
  };
}

async function passOn(deps: Deps, trx: Queryable, row: WaitingRow, isReceiptDue: boolean): Promise<void> {
  const found = await findOrder(trx, {
    declaredBy: row.user_id,
    order: row.declared_order,
    email: row.email,
  });
  const now = deps.clock();
  await recordPassedOn(trx, row, { found, now });
  await recordInJournal(deps, trx, row, { found, now });
  const { id, channel, declared_order, products, product_codes, name, email, declared_at } = row;
  await deps.notifyServices(trx, found?.customerId ?? null, {
    type: 'order.withdrawal',
    data: {
      channel: found?.channel ?? channel,
      withdrawalId: id,
      customerId: found?.customerId ?? null,
      orderCode: found?.orderCode ?? null,
      declaredOrder: declared_order,
      products,
      productCodes: product_codes,
      name,
      email,
      declaredAt: declared_at.toISOString(),
    },
  });
  const brand = channelOrDefault(found?.channel ?? channel);
  const declaration = { channel, order: declared_order, products, productCodes: product_codes, name, email };
  const notified = { channel: brand, declaration, declaredAt: declared_at };
  if (found) {
    const locale = (await findRecipient(trx, found.customerId))?.locale ?? brand.locale;
    // A visitor's receipt named the address of the page's brand; goods go to the seller of the order.
    const isOfOtherBrand = row.user_id === NOBODY && found.channel !== channel;
    if (isReceiptDue || isOfOtherBrand) await queueMail(trx, composeReceipt(deps, { ...notified, locale }));
    await sql`select ${pushOfOrders(found.customerId, [found.orderCode], now)}`.execute(trx);
    return;
  }
  const mail = composeCareMail(notified);
  if (mail) await queueMail(trx, mail);
}

function recordInJournal(
  { journal }: Pick<Deps, 'journal'>,
  trx: Queryable,
  row: WaitingRow,
  { found, now }: PassedOn,
): Promise<void> {
  const { id, channel, declared_order: order, products, product_codes: productCodes, name, email } = row;
  return journal.record(trx, WITHDRAWALS, {
    customerId: row.user_id,
    id,
    declaredAt: row.declared_at.toISOString(),
    declaration: { channel, order, products, productCodes, name, email },
    passedOn: {
      at: now.toISOString(),
      order: found && { customerId: found.customerId, orderCode: found.orderCode },
    },
  });
}
