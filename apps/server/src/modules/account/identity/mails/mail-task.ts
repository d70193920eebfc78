import * as z from 'zod';
import type { Queryable } from '../../../../platform/database/database.ts';
import { addJob, type Task } from '../../../../platform/jobs/jobs.ts';
import { queueMail } from '../../../../platform/mail.ts';
import { findAccountByEmail } from '../accounts/account-store.ts';
import type { Throttle } from '../accounts/throttle.ts';
import { type AskedMail, mailPolicy } from '../accounts/throttle-rules.ts';
import type { IdentityDeps } from '../deps.ts';
import { type Appearances, visit } from '../pages/appearance.ts';
import { addressesOf, linkWithToken } from '../routes/addresses.ts';
import { issueToken } from '../tokens/mailed-tokens.ts';
import { composeMail } from './compose-mail.ts';

const TASK = 'identity-mail';

/** What a confirmation brings to life. */
export const registration = z.object({
  email: z.string(),
  name: z.string(),
  passwordHash: z.string(),
  /** The interaction it belongs to: it goes on in the same browser. */
  interaction: z.string(),
  visit,
});
export type Registration = z.infer<typeof registration>;

export const passwordReset = z.object({ email: z.string(), interaction: z.string(), visit });
type PasswordReset = z.infer<typeof passwordReset>;

const payload = z.discriminatedUnion('kind', [
  registration.extend({ kind: z.literal('registration') }),
  passwordReset.extend({ kind: z.literal('password-reset') }),
]);

/**
 * Asks for a mail. The request does the same work whether or not the address has an account, and answers in the same
 * time: only the job looks.
 */
export function requestMail(db: Queryable, asked: z.input<typeof payload>): Promise<void> {
  return addJob(db, TASK, asked, { maxAttempts: 12 });
}

type Deps = Pick<IdentityDeps, 'db' | 'clock' | 'publicUrl'> & {
  pepper: string;
  appearances: Appearances;
  throttle: Throttle;
};

/**
 * The job that writes the mail: a confirmation link, or a word to the owner when the address has an account. Whoever got
 * enough of that kind lately gets none; no page tells the one from the other.
 */
export function identityMailTask(deps: Deps): Task {
  return {
    name: TASK,
    async handle(text) {
      const asked = payload.parse(text);
      await deps.db
        .transaction()
        .execute((trx) =>
          asked.kind === 'registration'
            ? mailRegistration(deps, trx, asked)
            : mailPasswordReset(deps, trx, asked),
        );
    },
  };
}

async function mailRegistration(deps: Deps, trx: Queryable, asked: Registration): Promise<void> {
  const { email, visit: from } = asked;
  const account = await findAccountByEmail(trx, email);
  if (await hasEnough(deps, account ? 'known' : 'confirm', email)) return;
  if (account) {
    const appearance = deps.appearances.dress({ ...from, locale: account.locale });
    const mail = { kind: 'known', to: account.email, link: appearance.home, name: account.name } as const;
    return queueMail(trx, composeMail(appearance, mail));
  }
  const wanted = {
    purpose: 'confirm-email',
    email,
    accountId: null,
    payload: registration.parse(asked),
  } as const;
  const token = await issueToken(trx, deps.pepper, wanted, deps.clock());
  const link = linkWithToken(deps.publicUrl, addressesOf(asked.interaction).confirm, token);
  await queueMail(
    trx,
    composeMail(deps.appearances.dress(from), { kind: 'confirm', to: email, link, name: null }),
  );
}

async function mailPasswordReset(deps: Deps, trx: Queryable, asked: PasswordReset): Promise<void> {
  const account = await findAccountByEmail(trx, asked.email);
  if (!account || (await hasEnough(deps, 'reset', asked.email))) return;
  const { id: accountId, email, name, locale } = account;
  const wanted = {
    purpose: 'reset-password',
    email,
    accountId,
    payload: passwordReset.parse(asked),
  } as const;
  const token = await issueToken(trx, deps.pepper, wanted, deps.clock());
  const link = linkWithToken(deps.publicUrl, addressesOf(asked.interaction).reset, token);
  const appearance = deps.appearances.dress({ ...asked.visit, locale });
  await queueMail(trx, composeMail(appearance, { kind: 'reset', to: email, link, name }));
}

async function hasEnough({ throttle }: Deps, kind: AskedMail, recipient: string): Promise<boolean> {
  return (await throttle.attempt(mailPolicy(kind), recipient)) !== null;
}
