import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@keepsake/contracts/account/second-factor';
import type { Principal } from '../../../platform/auth.ts';
import { type Device, deviceOf } from '../../../platform/http/device.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { Problem } from '../../../platform/problem.ts';
import { requireSecondFactorSignIn } from '../../../platform/recent-sign-in.ts';
import { requireOwn, type StoredAccount } from '../accounts/index.ts';
import { enrolmentAddress, findStep, makeSecret } from '../credentials/index.ts';
import { noteEvent } from './activity/note-event.ts';
import type { Deps } from './deps.ts';
import { digestOf, makeRecoveryCodes } from './recovery-codes.ts';
import {
  deleteSecondFactor,
  findSecondFactor,
  hasSecondFactor,
  insertSecondFactor,
  keepEnrolment,
  lockEnrolment,
  replaceRecoveryCodes,
} from './second-factor-store.ts';

type OwnDeps = Pick<
  Deps,
  'db' | 'clock' | 'security' | 'appearances' | 'publicUrl' | 'seals' | 'isSecondFactorRequired'
>;

/** The calls by which customers turn codes of an app on and off for their sign-ins. */
export const ownSecondFactorRoutes = (deps: OwnDeps): Route[] => [
  ...enrolmentRoutes(deps),
  ...activeFactorRoutes(deps),
];

const isRequiredFor = (
  { isBusiness }: Principal,
  { isSecondFactorRequired }: Pick<OwnDeps, 'isSecondFactorRequired'>,
) => isBusiness && isSecondFactorRequired;

function enrolmentRoutes(deps: OwnDeps): Route[] {
  const { db, security } = deps;
  return [
    route(getSecondFactor, async ({ customer, params }) => {
      const { id } = await requireOwn(db, customer, params);
      const found = await findSecondFactor(db, id);
      return {
        since: found?.added_at.toISOString() ?? null,
        recoveryCodesLeft: found?.codesLeft ?? 0,
        isRequired: isRequiredFor(customer, deps),
      };
    }),
    route(beginSecondFactor, async ({ customer, params }) => {
      const account = await requireOwn(db, customer, params);
      return begin(deps, account, customer.sessionId ?? '');
    }),
    route(confirmSecondFactor, async ({ customer, params, body, request }) => {
      const account = await requireOwn(db, customer, params);
      const recoveryCodes = await confirm(deps, {
        account,
        code: body.code,
        sessionUid: customer.sessionId ?? '',
        device: deviceOf(request),
      });
      await security.record('second-factor-added', { request, customerId: account.id });
      return { recoveryCodes };
    }),
  ];
}

/** Calls that a sign-in with the second factor may make. */
function activeFactorRoutes(deps: OwnDeps): Route[] {
  const { db, security } = deps;
  return [
    route(renewRecoveryCodes, async ({ customer, params, request }) => {
      const account = await requireOwn(db, customer, params);
      requireSecondFactorSignIn(customer);
      const recoveryCodes = await renewCodes(deps, account, deviceOf(request));
      await security.record('recovery-codes-renewed', { request, customerId: account.id });
      return { recoveryCodes };
    }),
    route(removeSecondFactor, async ({ customer, params, request }) => {
      const account = await requireOwn(db, customer, params);
      if (!(await hasSecondFactor(db, account.id))) return;
      if (isRequiredFor(customer, deps)) throw new Problem('second-factor-required');
      requireSecondFactorSignIn(customer);
      if (await remove(deps, account, deviceOf(request)))
        await security.record('second-factor-removed', { request, customerId: account.id });
    }),
  ];
}

/** Begins to turn it on, or continues in the same session: the secret, and its address for an app. */
async function begin(deps: OwnDeps, { id, ...account }: StoredAccount, sessionUid: string) {
  const { db, clock, seals } = deps;
  if (await hasSecondFactor(db, id)) throw new Problem('second-factor-on');
  const started = { accountId: id, sessionUid, secret: seals.wrap(id, makeSecret()), now: clock() };
  const secret = seals.unwrap(id, await keepEnrolment(db, started));
  const { brand } = deps.appearances.ofVisit({ ...account, appOrigin: new URL(deps.publicUrl).origin });
  return { secret, address: enrolmentAddress(secret, { brand: brand.name, email: account.email }) };
}

/** New recovery codes, which void the earlier ones. Throws the problem `second-factor-off`. */
async function renewCodes(deps: OwnDeps, account: StoredAccount, device: Device): Promise<string[]> {
  const recoveryCodes = makeRecoveryCodes();
  await deps.db.transaction().execute(async (trx) => {
    if (!(await replaceRecoveryCodes(trx, account.id, digestsOf(account, recoveryCodes))))
      throw new Problem('second-factor-off');
    await noteEvent(deps, trx, { account, kind: 'recovery-codes-renewed', device });
  });
  return recoveryCodes;
}

/** False if there is none any more. */
const remove = (deps: OwnDeps, account: StoredAccount, device: Device): Promise<boolean> =>
  deps.db.transaction().execute(async (trx) => {
    if (!(await deleteSecondFactor(trx, account.id))) return false;
    await noteEvent(deps, trx, { account, kind: 'second-factor-off', device });
    return true;
  });

type Confirmed = {
  account: StoredAccount;
  code: string;
  sessionUid: string;
  device: ReturnType<typeof deviceOf>;
};

/** Adds second factor, recovery codes and mail, or none of them: of concurrent confirmations only one gets the codes. */
function confirm(deps: OwnDeps, { account, code, sessionUid, device }: Confirmed): Promise<string[]> {
  const now = deps.clock();
  return deps.db.transaction().execute(async (trx) => {
    const stored = await lockEnrolment(trx, account.id, sessionUid, now);
    if (stored === null)
      throw new Problem((await hasSecondFactor(trx, account.id)) ? 'second-factor-on' : 'enrolment-over');
    const lastStep = findStep(deps.seals.unwrap(account.id, stored), code, now);
    if (lastStep === null) throw new Problem('wrong-code');
    const added = { accountId: account.id, secret: stored, lastStep, now };
    if (!(await insertSecondFactor(trx, added))) throw new Problem('second-factor-on');
    const recoveryCodes = makeRecoveryCodes();
    await replaceRecoveryCodes(trx, account.id, digestsOf(account, recoveryCodes));
    await noteEvent(deps, trx, { account, kind: 'second-factor-on', device });
    return recoveryCodes;
  });
}

const digestsOf = ({ id }: StoredAccount, codes: readonly string[]) =>
  codes.map((code) => digestOf(id, code));
