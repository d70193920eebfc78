import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { receiveMail } from '../modules/account/mailed-links/receive-mail.fixture.ts';
import { createCall } from '../testing/call-api.ts';
import type { Installation } from '../testing/start-installation.ts';

const CONFIRM = /Confirm that you want to delete/;

export const nodeOf = (at: Installation) => at.nodes[0] as Installation['nodes'][number];
export const dbOf = (at: Installation) => nodeOf(at).connection.db;

type Reading = { consequences: object[]; pending: { resendAt: string } | null; blockedUntil: string | null };

/** What a customer can call; `as` is whose session makes the calls. */
export function deletionOf(
  at: Installation,
  { id, type, email }: { id: CustomerId; type: string; email: string },
) {
  const call = createCall({ address: nodeOf(at).address, tokenFor: at.tokenFor });
  const path = `/identity/v2/identities/${type}/${id}/deleteaccount`;
  const status = async (method: string, rest = '', as = id, body?: object) => {
    const answer = await call<{ code?: string }>(as, method, path + rest, body);
    return answer.body.code ?? answer.status;
  };
  return {
    id,
    email,
    read: async () => (await call<Reading>(id, 'GET', path)).body,
    ask: (as = id) => status('POST', '', as, { channel: 'pennyfern' }),
    resend: () => status('POST', '/actions/resend'),
    cancel: () => status('DELETE'),
    confirm: (token: string, as = id) => status('POST', `/${token}/actions/confirm`, as),
    grace: () => call<{ lastDay: string }>(id, 'GET', `${path}/grace`),
    keep: (as = id) => status('POST', '/actions/keep', as),
    me: async () => {
      const answer = await call<{ code?: string; changed: boolean }>(id, 'GET', '/customers/customers/me');
      return answer.body.code ?? answer.body.changed;
    },
    async token() {
      const { link } = await receiveMail(dbOf(at), email, CONFIRM);
      return new URL(link).searchParams.get('confirmation-token') ?? '';
    },
  };
}

export const mailsTo = async (at: Installation, email: string, subject: string) =>
  (
    await dbOf(at)
      .selectFrom('outbox_mails')
      .select('text_body')
      .where('recipient', '=', email)
      .where('subject', 'like', `${subject}%`)
      .execute()
  ).map(({ text_body }) => text_body);

export const eraseJobs = async (at: Installation, id: CustomerId) =>
  (
    await sql<{
      at: Date;
    }>`select run_at as at from graphile_worker.jobs where key = ${`erase-account:${id}`}`.execute(dbOf(at))
  ).rows.map((row) => row.at);
