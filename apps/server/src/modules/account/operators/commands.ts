import { isName, MAX_NAME_LENGTH } from '@keepsake/contracts/account/personal-details';
import type { Locale } from '@keepsake/contracts/frame/configuration';
import { isMailAddress } from '@keepsake/contracts/platform/mail-address';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { queueLink } from '../mailed-links/index.ts';
import { INVITATION } from './invitation.ts';
import { endSessions, listSessions } from './sessions.ts';
import { deleteOperator, findOperatorByEmail, insertOperator, listOperators, removeFactor } from './store.ts';

type CommandDeps = { db: Database; clock: Clock };
type Invited = { email: string; name: string; locale: Locale };

/**
 * Invites an operator by mail, with a link that sets a password; an existing operator gets another link and keeps everything
 * else.
 * @returns whether the operator is new.
 * @throws RangeError for an invalid address or name.
 */
export async function inviteOperator(
  { db, clock }: CommandDeps,
  { email, name, locale }: Invited,
): Promise<boolean> {
  if (!isMailAddress(email)) throw new RangeError(`${email} is not an e-mail address`);
  if (!isName(name)) throw new RangeError(`a name has 1 to ${MAX_NAME_LENGTH} characters`);
  return db.transaction().execute(async (trx) => {
    const isNew = await insertOperator(trx, { id: newId(), email, name, locale, now: clock() });
    const operator = await findOperatorByEmail(trx, email);
    if (operator) await queueLink(trx, INVITATION, { operatorId: operator.id });
    return isNew;
  });
}

/** All operators, how far their setup has got, and where they are signed in. */
export async function describeOperators({ db, clock }: CommandDeps) {
  const operators = await listOperators(db);
  return Promise.all(
    operators.map(async ({ id, email, name, passwordHash, factorSecret }) => ({
      email,
      name,
      state:
        passwordHash === null ? 'invited' : factorSecret === null ? 'without a second factor' : 'can sign in',
      sessions: await listSessions(db, id, clock()),
    })),
  );
}

/** Deletes an operator with all sessions; false if none has that address. */
export async function removeOperator({ db }: CommandDeps, email: string): Promise<boolean> {
  const operator = await findOperatorByEmail(db, email);
  if (operator) await deleteOperator(db, operator.id);
  return operator !== null;
}

/**
 * Removes an operator's second factor, which the next sign-in sets up again, and ends every session; false if none has that
 * address.
 */
export function resetOperatorFactor({ db }: CommandDeps, email: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const operator = await findOperatorByEmail(trx, email);
    if (!operator) return false;
    await removeFactor(trx, operator.id);
    await endSessions(trx, operator.id);
    return true;
  });
}

/** Ends one or all sessions of an operator and returns how many; null if none has that address. */
export async function endOperatorSessions(
  { db }: CommandDeps,
  email: string,
  id?: string,
): Promise<number | null> {
  const operator = await findOperatorByEmail(db, email);
  return operator && endSessions(db, operator.id, id === undefined ? {} : { id });
}
