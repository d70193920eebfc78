import type { Business } from '@keepsake/contracts/account/business';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { sql } from 'kysely';
import { addBusinessCustomer } from '../../../testing/customers.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { findCustomer } from '../customers/index.ts';
import { createBusiness, createVies } from './index.ts';
import { startVies } from './vies.fixture.ts';

export const FIRM = {
  company: 'Studio Marlow GmbH',
  registerNumber: 'FN 123456a',
  vatId: 'ATU12345675',
  invoiceEmail: 'invoices@example.com',
  contacts: [{ name: 'Mia Holm', email: 'mia@example.com', phoneNumber: '0664 1234567' }],
};
const PUBLIC_URL = 'https://photos.example';

/** Firms, their operator, and a register of VAT ids with preset answers; without `hasVies` none is configured. */
export async function startBusinessWorld({ hasVies = true } = {}) {
  const vies = await startVies();
  const askVies = hasVies ? createVies({ url: vies.url, requester: null, timeoutMs: 400 }) : null;
  const world = await startWorld({
    modules: (parts) => [
      createBusiness({
        ...parts,
        publicUrl: PUBLIC_URL,
        askVies,
        requireCustomer: async ({ customerId }) => {
          const found = await findCustomer(parts.db, customerId);
          if (!found) throw new Error('unknown');
          return found;
        },
      }),
    ],
  });
  const { db } = world;
  const path = '/customers/customers/me/business';
  return {
    ...world,
    vies,
    /** The parameters of the operator's commands. */
    operator: { db, publicUrl: PUBLIC_URL, clock: () => world.clock.now },
    addFirm: () => addBusinessCustomer(db, { channel: 'bildersonn' }),
    read: async (customerId: CustomerId) => (await world.call<Business>(customerId, 'GET', path)).body,
    change: (customerId: CustomerId, body: object) =>
      world.call<Business & Pick<ProblemBody, 'code'>>(customerId, 'PATCH', path, body),
    /** Runs the VAT id check of a customer as the job after a change does, or without a customer the scheduled one. */
    check: (customerId?: CustomerId) =>
      customerId ? world.run('check-vat-id', { customerId }) : world.run('check-vat-ids'),
    /** A customer's pending mails, oldest first. */
    async mailsTo(customerId: CustomerId) {
      const { rows } = await sql<{ subject: string; text: string }>`
        select payload ->> 'subject' as subject, payload ->> 'text' as text
        from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
        where task.identifier = 'send-mail' and payload ->> 'to' = ${`${customerId}@example.com`}
        order by job.id`.execute(db);
      return rows;
    },
    async stop() {
      await world.stop();
      await vies.stop();
    },
  };
}
