import { createHash } from 'node:crypto';
import type { KeyUse } from '@keepsake/contracts/platform/endpoint';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Clock, DAY_MS } from './clock.ts';
import type { Database, Queryable } from './database/database.ts';
import { retryConflicts } from './database/errors.ts';
import type { DeclaredData } from './personal-data.ts';
import { faultyField, Problem } from './problem.ts';
import type { Expiry, Tables } from './tables.ts';

/** A request named by its caller, so that it takes effect once however often it arrives. */
export type Attempt = { endpoint: string; key: string; requestHash: Buffer };

/** Where the answers to attempts are stored, in the transaction that creates. */
export type AnswerRecords<Answer> = {
  /** Records the attempt; false if its key is known. Waits for a concurrent attempt with the same key. */
  claim(trx: Queryable, attempt: Attempt): Promise<boolean>;
  /** The recorded request under the key, with its answer. */
  find(trx: Queryable, attempt: Attempt): Promise<{ requestHash: Buffer; answer: Answer } | undefined>;
  /** Adds the answer, unless `claim` has recorded it. */
  complete?(trx: Queryable, attempt: Attempt, answer: Answer): Promise<void>;
};

/** How long a customer's key is remembered: longer than anybody presses 'Try again' on a page left open. */
const REMEMBERED_FOR_MS = DAY_MS;

/** The attempt named by a request. Throws `invalid-request` for a malformed key, and if a required one is missing. */
export function readAttempt(
  { name, idempotencyKey: use }: { name: string; idempotencyKey?: KeyUse | undefined },
  key: unknown,
  parts: readonly unknown[],
): Attempt | null {
  if (!use || (use === 'optional' && key === undefined)) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) {
    return { endpoint: name, key, requestHash: hashOf(parts) };
  }
  const message = 'must be 1 to 255 letters, digits and marks';
  throw faultyField(`headers.${IDEMPOTENCY_HEADER}`, message);
}

/** Stable: the schemas order the fields, however they were sent. */
function hashOf(parts: readonly unknown[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) if (part !== undefined) hash.update(JSON.stringify(part));
  return hash.digest();
}

/**
 * Acts once per attempt, in one transaction with its record: a repeated attempt gets the recorded answer, a different request
 * under the same key a `conflict`. A failure leaves no record, so the attempt can be repeated.
 */
export async function actOnce<Answer>(
  db: Database,
  { attempt, records }: { attempt: Attempt; records: AnswerRecords<Answer> },
  act: (trx: Queryable) => Promise<Answer>,
): Promise<Answer> {
  return retryConflicts(() =>
    db.transaction().execute(async (trx) => {
      if (!(await records.claim(trx, attempt))) return repeatAnswer(trx, { attempt, records });
      const answer = await act(trx);
      await records.complete?.(trx, attempt, answer);
      return answer;
    }),
  );
}

async function repeatAnswer<Answer>(
  trx: Queryable,
  { attempt, records }: { attempt: Attempt; records: AnswerRecords<Answer> },
): Promise<Answer> {
  const earlier = await records.find(trx, attempt);
  if (!earlier)
    throw new Problem('conflict', { detail: 'This already exists under another Idempotency-Key' });
  return answerOf(earlier, attempt);
}

function answerOf<Answer>(earlier: { requestHash: Buffer; answer: Answer }, attempt: Attempt): Answer {
  if (earlier.requestHash.equals(attempt.requestHash)) return earlier.answer;
  throw new Problem('conflict', { detail: 'This Idempotency-Key has already been used for another request' });
}

type Deps = { db: Database; clock: Clock };
type CustomerCall = { customer: { customerId: CustomerId }; attempt: Attempt | null };

/** Creates something for a customer in one transaction: once per attempt, or every time for a request without a key. */
export async function createOnce<Answer>(
  { db, clock }: Deps,
  { customer, attempt }: CustomerCall,
  create: (trx: Queryable) => Promise<Answer>,
): Promise<Answer> {
  if (!attempt) return retryConflicts(() => db.transaction().execute(create));
  const records = recordsOf<Answer>(customer.customerId, clock());
  return actOnce(db, { attempt, records }, create);
}

/**
 * The recorded answer to an attempt, undefined for a new one. For calls that count how often they are made: a repetition must
 * neither add to the count nor be refused by it. Throws `conflict` for a different request under the same key.
 */
export async function findAnswer<Answer>(
  { db, clock }: Deps,
  { customer, attempt }: CustomerCall,
): Promise<Answer | undefined> {
  const earlier = attempt && (await recordsOf<Answer>(customer.customerId, clock()).find(db, attempt));
  return earlier ? answerOf(earlier, attempt) : undefined;
}

/** The answers to one customer's attempts. */
function recordsOf<Answer>(customerId: CustomerId, now: Date): AnswerRecords<Answer> {
  const expiresAt = new Date(now.getTime() + REMEMBERED_FOR_MS);
  const keyOf = ({ endpoint, key }: Attempt) => ({ user_id: customerId, endpoint, idempotency_key: key });
  return {
    async claim(trx, { requestHash, ...attempt }) {
      const details = { request_hash: requestHash, answer: null, expires_at: expiresAt };
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('idempotent_answers')
        .values({ ...keyOf({ requestHash, ...attempt }), ...details })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'endpoint', 'idempotency_key'])
            .doUpdateSet(details)
            .where('idempotent_answers.expires_at', '<=', now),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
    async find(trx, attempt) {
      const row = await trx
        .selectFrom('idempotent_answers')
        .select(['request_hash', 'answer'])
        .where((eb) => eb.and(keyOf(attempt)))
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row && { requestHash: row.request_hash, answer: row.answer as Answer };
    },
    async complete(trx, attempt, answer) {
      await trx
        .updateTable('idempotent_answers')
        .set({ answer: JSON.stringify(answer) })
        .where((eb) => eb.and(keyOf(attempt)))
        .execute();
    },
  };
}

/** Something that is sent again with a higher version whenever it changes. */
type Versioned = { version: number; contentHash: Buffer };

/**
 * Whether what was sent is newer than what is known, in whatever order versions arrive. Throws `conflict` if the known version had
 * different content.
 */
export function isNewerVersion(sent: Versioned, existing: Versioned): boolean {
  if (sent.version === existing.version && !sent.contentHash.equals(existing.contentHash))
    throw new Problem('conflict');
  return sent.version > existing.version;
}

/** The answers that a customer's repeated requests would get. */
export const IDEMPOTENT_ANSWERS: { tables: Tables; expires: Expiry[]; personalData: DeclaredData } = {
  tables: { idempotent_answers: { customer: 'user_id' } },
  expires: [{ table: 'idempotent_answers', column: 'expires_at' }],
  personalData: { area: 'idempotent-answers' },
};
