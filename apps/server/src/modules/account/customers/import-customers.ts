import { isName, normaliseName } from '@keepsake/contracts/account/personal-details';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { toMailAddress } from '@keepsake/contracts/platform/mail-address';
import { sentInstant } from '@keepsake/contracts/platform/sent-instant';
import { sql } from 'kysely';
import * as z from 'zod';
import { customerIdOf } from '../../../platform/auth.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { failureOf } from '../../../platform/each-item.ts';
import { newCustomerId } from '../../../platform/ids.ts';
import { nearestLanguage } from '../../../platform/languages.ts';
import { folded } from '../../../platform/mail-address.ts';
import { mailAddress } from '../../../platform/operator-fields.ts';
import type { IsErased } from '../../../platform/personal-data.ts';
import { parseSentJson, RefusedJson } from '../../../platform/sent-json.ts';
import { findChannel } from '../../frame/channels/index.ts';
import { hasAccount } from '../accounts/index.ts';
import { type BeginStorage, findCustomer, type NewCustomer, saveCustomer } from './store.ts';
import { findLinked, linkSubject } from './subjects.ts';

const missingOr = (error: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : error),
});
const text = z.string(missingOr('is not text'));
/** Characters that the database and pages can handle. */
const name = text.min(1, 'is empty').regex(/^\P{Cc}*$/u, 'has control characters');

const line = z
  .strictObject({
    subject: name.max(255, 'is too long').optional(),
    email: text.pipe(mailAddress).transform(toMailAddress).optional(),
    emailVerified: z.boolean(missingOr('is neither true nor false')).default(false),
    name: text.transform(normaliseName).refine(isName, { error: 'is not a name' }).optional(),
    channel: text.refine((id) => findChannel(id) !== null, { error: 'is not one of the channels' }),
    language: text
      .transform(nearestLanguage)
      .refine((language) => language !== null, { error: 'is not one of the languages' })
      .optional(),
    business: name.max(100, 'is too long').optional(),
    registeredAt: text
      .refine((time) => sentInstant.safeParse(time).success, {
        error: 'is not a time such as 2026-05-01T10:00:00Z',
        abort: true,
      })
      .pipe(sentInstant)
      .optional(),
  })
  .refine(({ subject, email, emailVerified }) => subject || (email && emailVerified), {
    error: 'needs a subject, or an e-mail address with emailVerified',
  });
type Line = z.infer<typeof line>;

/** The result for a line: a fault says what is wrong with it, and nothing was imported. */
export type Imported = 'added' | 'linked' | 'known' | 'erased' | { fault: string };

type ImportDeps = {
  db: Database;
  issuer: string;
  now: Date;
  isDryRun: boolean;
  isErased: IsErased;
  beginStorage: BeginStorage;
};

class DryRun extends Error {}

/**
 * Imports one customer of the provider, in a transaction of its own: a line imported before changes nothing, and one that fails stops no other. A customer with the
 * same address from before that provider is linked to the subject and keeps everything.
 */
export async function importCustomer(deps: ImportDeps, text: string): Promise<Imported> {
  const read = parse(text, deps.now);
  if ('fault' in read) return read;
  let outcome: Imported = 'known';
  const failure = await failureOf(() =>
    deps.db.transaction().execute(async (trx) => {
      outcome = await importLine(deps, trx, read.line);
      if (deps.isDryRun) throw new DryRun();
    }),
  );
  return failure && !(failure instanceof DryRun) ? { fault: `failed: ${failure.message}` } : outcome;
}

function parse(text: string, now: Date): { line: Line } | { fault: string } {
  const json = readObject(text);
  if (json instanceof RefusedJson) return { fault: json.message };
  if (!json) return { fault: 'the line is not a JSON object' };
  const { data, error } = line.safeParse(json);
  if (error) return { fault: error.issues.map(faultOf).join('; ') };
  if (data.registeredAt && new Date(data.registeredAt) > now)
    return { fault: 'registeredAt is in the future' };
  return { line: data };
}

function readObject(text: string): object | RefusedJson | null {
  try {
    const json = parseSentJson(text);
    return typeof json === 'object' && !Array.isArray(json) ? json : null;
  } catch (error) {
    if (error instanceof RefusedJson) return error;
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function faultOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `nothing is called ${issue.keys.join(', ')}`;
  return `${issue.path.join('.') || 'the line'} ${issue.message}`;
}

async function importLine(deps: ImportDeps, trx: Queryable, requested: Line): Promise<Imported> {
  const subjectId = requested.subject === undefined ? null : customerIdOf(deps.issuer, requested.subject);
  if (subjectId !== null && (await isKnown(trx, subjectId))) return 'known';
  if (subjectId !== null && (await deps.isErased(trx, subjectId))) return 'erased';
  const email = requested.emailVerified ? (requested.email ?? '') : '';
  const [owner, ...others] = email === '' ? [] : await findOwners(trx, email);
  if (others.length > 0) return { fault: 'several customers have its e-mail address' };
  if (owner) return subjectId === null ? 'known' : link(deps, trx, { owner, subjectId });
  const customer = customerOf(requested, { subjectId, email, now: deps.now });
  await saveCustomer(deps, trx, customer);
  return 'added';
}

const isKnown = async (trx: Queryable, subjectId: CustomerId) =>
  ((await findLinked(trx, subjectId)) ?? (await findCustomer(trx, subjectId))) !== undefined;

type Owner = { customerId: CustomerId; isLinkable: boolean };

async function link(
  { now }: Pick<ImportDeps, 'now'>,
  trx: Queryable,
  { owner, subjectId }: { owner: Owner; subjectId: CustomerId },
): Promise<Imported> {
  if (!owner.isLinkable) return { fault: 'another customer of the provider has its e-mail address' };
  await linkSubject(trx, { subjectId, customerId: owner.customerId, now });
  return 'linked';
}

function customerOf(
  { name, channel, language, business, registeredAt }: Line,
  { subjectId, email, now }: { subjectId: CustomerId | null; email: string; now: Date },
): NewCustomer {
  return {
    customerId: subjectId ?? newCustomerId(),
    email,
    name: name ?? '',
    channel: findChannel(channel)?.id ?? channel,
    locale: language ?? null,
    identityType: 'external',
    b2bAuthenticationMethod: business ?? null,
    registeredAt: registeredAt ? new Date(registeredAt) : now,
    isUnlinked: subjectId === null,
  };
}

/** Only customers who signed in at the embedded provider, or were imported by address alone, have no subject yet. */
async function findOwners(trx: Queryable, email: string) {
  const { rows } = await sql<Owner>`
    select user_id as "customerId", (awaits_subject or ${hasAccount(sql.ref('customers.user_id'))})
      and not exists (select from customer_subjects as linked where linked.customer_id = customers.user_id) as "isLinkable"
    from customers where lower(email) = ${folded(email)} and deleted_at is null for update of customers`.execute(
    trx,
  );
  return rows;
}
