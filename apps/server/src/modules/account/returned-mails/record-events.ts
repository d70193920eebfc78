import type { MailEvent, MailEventOutcome } from '@keepsake/contracts/account/mail-events';
import { Counter } from 'prom-client';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { failureOf } from '../../../platform/each-item.ts';
import { push } from '../../../platform/push.ts';
import { findByEmail } from '../customers/index.ts';
import type { Deps } from './deps.ts';
import { insertEvent, putReturned } from './store.ts';

const counter = new Counter({
  name: 'keepsake_mail_events_total',
  help: 'Bounces and complaints that services reported',
  labelNames: ['kind', 'permanent'],
});

/** Records each event in a transaction of its own; a fault of one is logged, and stops no other. */
export async function recordEvents(
  deps: Deps,
  service: string,
  events: readonly MailEvent[],
): Promise<{ id: string; outcome: MailEventOutcome }[]> {
  const results: { id: string; outcome: MailEventOutcome }[] = [];
  for (const event of events) {
    let outcome: MailEventOutcome = 'failed';
    const error = await failureOf(async () => {
      outcome = await recordEvent(deps, service, event);
    });
    if (error) deps.log.error({ err: error, service, event: event.id }, 'a mail event could not be recorded');
    results.push({ id: event.id, outcome });
  }
  return results;
}

async function recordEvent(deps: Deps, service: string, event: MailEvent): Promise<'stored' | 'known'> {
  const { db, clock } = deps;
  const { kind, isPermanent } = event;
  const isNew = await retryConflicts(() =>
    db.transaction().execute(async (trx) => {
      const now = clock();
      if (!(await insertEvent(trx, { service, id: event.id, now }))) return false;
      await act(deps, trx, event, now);
      return true;
    }),
  );
  if (isNew) counter.inc({ kind, permanent: `${isPermanent}` });
  return isNew ? 'stored' : 'known';
}

async function act(
  deps: Pick<Deps, 'stopNewsletters' | 'onMailReturned'>,
  trx: Queryable,
  event: MailEvent,
  now: Date,
): Promise<void> {
  const { kind, email, isPermanent } = event;
  const customerIds = (await findByEmail(trx, [email])).get(email) ?? [];
  if (kind === 'complaint') return deps.stopNewsletters(trx, { email, customerIds, by: 'complaint', now });
  const happenedAt = new Date(event.happenedAt);
  if (isPermanent) {
    await deps.stopNewsletters(trx, { email, customerIds, by: 'bounce', now });
    for (const customerId of customerIds) {
      await putReturned(trx, { customerId, email, returnedAt: happenedAt });
      await push(trx, customerId, { type: 'account-changed', data: {} }, now);
    }
  }
  const mailId = mailIdOf(event.messageId);
  await deps.onMailReturned(trx, { customerIds, email, isPermanent, mailId, happenedAt }, now);
}

/** The id that `platform/mail.ts` puts before the host. */
function mailIdOf(messageId = ''): string | null {
  const [id] = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=@)/.exec(messageId.replace(/^\s*</, '')) ?? [];
  return id ?? null;
}
