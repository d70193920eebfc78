import { displayStatusOf, splitOrders } from '@keepsake/contracts/orders/order-status';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../config/config.ts';
import { type OrderState, readOrderStates, rederiveOrders } from '../modules/orders/orders/index.ts';
import { isCustomerId } from '../platform/ids.ts';
import { borrowDatabase } from './borrow-database.ts';

/** `orders`: what customer care needs when a customer calls. */
export function addOrders(program: Command, { env, now }: { env: NodeJS.ProcessEnv; now: Date }): void {
  program
    .command('orders')
    .description("Show the status of a customer's orders.")
    .requiredOption('--customer <id>', 'customer ID', parseId)
    .option('--derive', 'first recompute the orders from their events')
    .action(async ({ customer, derive: isDeriving }: { customer: CustomerId; derive?: true }) => {
      await borrowDatabase(readConfig(env), async ({ db }) => {
        if (isDeriving)
          console.log(
            `${await rederiveOrders(db, customer)} orders did not match their events and were corrected.`,
          );
        const { inProgress, history } = splitOrders(await readOrderStates(db, customer), now);
        print('In progress', inProgress);
        print('History', history);
      });
    });
}

function parseId(text: string): CustomerId {
  if (!isCustomerId(text)) throw new InvalidArgumentError('Use a customer ID.');
  return text;
}

function print(title: string, orders: readonly OrderState[]): void {
  console.log(`${title}: ${orders.length}`);
  for (const { orderCode, createdAt, deliveredAt, products } of orders) {
    console.log(`  ${createdAt.slice(0, 10)}  ${orderCode}`);
    for (const { code, status } of products) {
      const isDelivered = deliveredAt !== null && displayStatusOf(status) === 'Sent';
      const words = isDelivered ? `delivered on ${deliveredAt.slice(0, 10)}` : status;
      console.log(`${' '.repeat(14)}${code}: ${words}`);
    }
  }
}
